"""The pages that people see: lobby, table, replay, rules, components. They talk to the service as any client would.

`app.ROUTERS` are all of them. Pages are rendered on the server; the browser modules
under `static/js` need no build step and know no game. `static_edition` is all of it without a server.
"""
