"""Programs that make the product or measure it. No part of a running bot imports them."""
