"""The static edition: a folder that plays all games in the browser, with no server behind it.

`build` writes the folder and `pyodide` gets the Python that runs in browsers. `client` holds the browser's side, and
`worker` what runs there in Python: the routes of the service and of the pages, on storage in the browser. See
docs/static.md.
"""
