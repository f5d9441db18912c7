"""How fields, roads, cities and cloisters are drawn."""
