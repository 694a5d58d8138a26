"""Many games of every variant, and the page of figures about them."""
