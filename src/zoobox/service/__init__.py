"""The service: tables that lose nothing and let nobody in."""
