// Makes the snapshot when the folder is built: node snapshot.js PYODIDE STDLIB PACKAGE OUT
// Prints the files of the modules that are in it.

import fs from "node:fs";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {
  // What Node.js itself prints is cut off when it dies.
  fs.writeSync(2, `Error: ${error.message.trim().split("\n").at(-1)}\n`);
  process.exit(1);
});

const [folder, stdlib, packed, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: `${folder}/`,
  stdLibURL: stdlib,
  _makeSnapshot: true,
  args: ["-OO"], // without docstrings the snapshot is 0.65 MB smaller
  env: { HOME: "/home", PYTHONHASHSEED: "0" },
});
for (const [path, text] of Object.entries(JSON.parse(fs.readFileSync(packed, "utf8")))) {
  const whole = `/zoobox/${path}`;
  python.FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
  python.FS.writeFile(whole, text);
}
python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/zoobox")
from zoobox.web.static_edition.worker import main, thinking
main.prepare()
import gc, zipimport
gc.collect()
zipimport._zip_directory_cache.clear()  # the library that is shipped lacks what is in the snapshot
sys.path_importer_cache.clear()
`);
const imported = python.runPython(`
import json
json.dumps(sorted(filter(None, (getattr(module, "__file__", None) for module in list(sys.modules.values())))))
`);
fs.writeFileSync(out, python.makeMemorySnapshot());
console.log(imported);
