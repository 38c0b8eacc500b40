"""The pages that people see: lobby, table, replay, rules, components. They talk to the service as any client would.

`pages.add_pages(app)` puts them on the service's application. Pages are rendered on the server; the browser modules
under `static/js` need no build step and know no game. `static_edition` is all of it without a server.
"""
