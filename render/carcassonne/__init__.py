"""Pictures of Carcassonne: scenes from views, and the art they are painted with."""
