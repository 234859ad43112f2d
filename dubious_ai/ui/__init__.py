"""What a person sees and types: views turn values into things to draw, the terminal draws and reads them."""
