/**
 * Opens a database of the browser. `upgrade` runs if its version differs or it does not exist. Rejects if the browser
 * refuses it.
 */
export function openDatabase(
  name: string,
  version: number,
  upgrade: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.addEventListener('upgradeneeded', () => upgrade(request.result));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error(`${name} could not be opened.`)));
    request.addEventListener('blocked', () => reject(new Error(`${name} is open in an older page.`)));
  });
}

/** Resolves when the transaction is stored. Rejects if it fails. */
export function stored(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    for (const end of ['error', 'abort'])
      transaction.addEventListener(end, () => reject(transaction.error ?? new Error('Nothing was stored.')));
  });
}

export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('Nothing could be read.')));
  });
}
