// Starts Python from a snapshot of its memory in which everything is imported already.

// @ts-ignore: the module lies beside this one in the folder that is written
import { loadPyodide } from "./pyodide.mjs";

/** The files of the package, written to where Python looks for them. @param {any} python @param {Record<string, string>} files */
export function writeFiles(python, files) {
  const folders = new Set();
  for (const [path, text] of Object.entries(files)) {
    const whole = `/zoobox/${path}`;
    const folder = whole.slice(0, whole.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(whole, text);
  }
}

/**
 * @param {Record<string, ArrayBuffer>} parts by name: pyodide.wasm, pyodide.asm, stdlib, snapshot, package
 * @returns {Promise<any>} Python, ready to be asked
 */
export async function boot(parts) {
  const original = globalThis.fetch;
  const script = URL.createObjectURL(new Blob([parts["pyodide.asm"]], { type: "text/javascript" }));
  await import(script); // Pyodide would fetch it, uncompressed, if it were not there
  URL.revokeObjectURL(script);
  globalThis.fetch = async (address, options) => {
    const name = String(address instanceof Request ? address.url : address);
    if (name.endsWith("pyodide.asm.wasm")) return new Response(parts["pyodide.wasm"], { headers: { "Content-Type": "application/wasm" } });
    if (name.endsWith("python_stdlib.zip")) return new Response(parts.stdlib);
    return original(address, options);
  };
  try {
    const python = await loadPyodide({
      indexURL: new URL(".", import.meta.url).href,
      _loadSnapshot: new Uint8Array(parts.snapshot),
    });
    writeFiles(python, JSON.parse(new TextDecoder().decode(parts.package)));
    return python;
  } finally {
    globalThis.fetch = original;
  }
}
