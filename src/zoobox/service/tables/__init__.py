"""Tables: their events, the commands that change them, and the messages sent about them."""
