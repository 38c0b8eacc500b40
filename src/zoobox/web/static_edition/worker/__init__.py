"""What runs in the browser's worker: the routes of the service and the pages, with stand-ins for server libraries.

`stand_ins.install()` must have been called before anything of `zoobox.service` or `zoobox.web.pages` is imported.
"""
