// The rows of the device in IndexedDB; `calavera/local/browser.py` reads and writes them.

const DATABASE = "calavera-device";
const STORE = "rows";
/** What `browser.py` takes for a row that exists already. */
const CONFLICT = "conflict";

function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error as Error);
  });
}

export class Rows {
  /** Called after every write, with the error of one that failed. */
  onwritten: (error: DOMException | null) => void = () => {};

  private constructor(readonly database: IDBDatabase) {}

  static async open(factory: IDBFactory = indexedDB): Promise<Rows> {
    const request = factory.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    const database = await settled(request);
    // A later version of the page may have other stores.
    database.onversionchange = () => database.close();
    return new Rows(database);
  }

  /** The rows whose keys begin so, in the order of their keys, as JSON. */
  async read(prefix: string): Promise<string> {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const store = this.database.transaction(STORE).objectStore(STORE);
    const [keys, texts] = await Promise.all([
      settled(store.getAllKeys(range)),
      settled(store.getAll(range)),
    ]);
    return JSON.stringify(keys.map((key, index) => [key, texts[index]]));
  }

  /** Writes all rows in one transaction, null deletes one; settles once they are durable. */
  async write(rows: string, fresh: string): Promise<string> {
    try {
      const answer = await this.#write(JSON.parse(rows) as Record<string, string | null>, fresh);
      this.onwritten(null);
      return answer;
    } catch (error) {
      this.onwritten(error as DOMException);
      throw error;
    }
  }

  #write(rows: Record<string, string | null>, fresh: string): Promise<string> {
    return new Promise((done, fail) => {
      const transaction = this.database.transaction(STORE, "readwrite", { durability: "strict" });
      const store = transaction.objectStore(STORE);
      let answer = "";
      const put = () => {
        for (const [key, text] of Object.entries(rows))
          if (text === null) store.delete(key);
          else store.put(text, key);
      };
      if (fresh)
        store.getKey(fresh).onsuccess = ({ target }) => {
          if ((target as IDBRequest<unknown>).result === undefined) put();
          else answer = CONFLICT;
        };
      else put();
      transaction.oncomplete = () => done(answer);
      transaction.onabort = () => fail(transaction.error ?? new DOMException("", "AbortError"));
    });
  }

  close(): void {
    this.database.close();
  }
}
