"""The workshop: what makes the product or measures it. No part of a running bot imports it."""
