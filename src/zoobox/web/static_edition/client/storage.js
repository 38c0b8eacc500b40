// The browser's storage: four stores of texts under keys, changed in transactions.

const STORES = ["values", "people", "tables", "events"];

/** @param {string} prefix */
const beginningWith = (prefix) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** @param {IDBRequest} request @returns {Promise<any>} */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Storage {
  /** @param {(reason: string) => void} failed told when something could not be written */
  constructor(failed) {
    this.failed = failed;
    const request = indexedDB.open("zoobox", 1);
    request.onupgradeneeded = () => {
      for (const name of STORES) request.result.createObjectStore(name);
    };
    this.open = result(request);
  }

  /** @param {string} store @param {string} key @returns {Promise<string|undefined>} */
  async read(store, key) {
    return result((await this.open).transaction(store).objectStore(store).get(key));
  }

  /** @param {string} store @param {string} prefix @returns {Promise<string>} */
  async read_all(store, prefix) {
    const place = (await this.open).transaction(store).objectStore(store);
    const range = beginningWith(prefix);
    const [keys, texts] = await Promise.all([result(place.getAllKeys(range)), result(place.getAll(range))]);
    return JSON.stringify(keys.map((/** @type {string} */ key, /** @type {number} */ at) => [key, texts[at]]));
  }

  /** All changes or none. @param {string} changes @returns {Promise<string>} empty, "conflict", or what went wrong */
  async write(changes) {
    try {
      const database = await this.open;
      await new Promise((resolve, reject) => {
        const transaction = database.transaction(STORES, "readwrite", { durability: "strict" });
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
        for (const [name, key, text, fresh] of JSON.parse(changes)) {
          const store = transaction.objectStore(name);
          if (text === null) store.delete(key);
          else if (fresh) store.add(text, key);
          else store.put(text, key);
        }
      });
      return "";
    } catch (error) {
      const name = error instanceof Error || error instanceof DOMException ? error.name : String(error);
      if (name === "ConstraintError") return "conflict";
      this.failed(name);
      return name || "unknown";
    }
  }
}
