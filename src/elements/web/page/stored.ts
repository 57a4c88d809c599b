/** Stored in this browser, or until this tab closes. */
type Storage = 'localStorage' | 'sessionStorage';

/** A text under a key. If storage is full or denied, it stores nothing and reads null. */
export function storedText(storage: Storage, key: string) {
  return {
    read(): string | null {
      try {
        return globalThis[storage].getItem(key);
      } catch {
        return null;
      }
    },
    /** Null removes it. Returns false if nothing was stored: only the page has the value then. */
    write(text: string | null): boolean {
      try {
        if (text === null) globalThis[storage].removeItem(key);
        else globalThis[storage].setItem(key, text);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** The same for any value of JSON. */
export function storedJson<Value>(storage: Storage, key: string) {
  const text = storedText(storage, key);
  return {
    read(): Value | null {
      try {
        return JSON.parse(text.read() ?? 'null') as Value | null;
      } catch {
        return null;
      }
    },
    write: (value: Value | null) => text.write(value && JSON.stringify(value)),
  };
}

/** The values of this browser under all keys with this prefix. */
export function allStored<Value>(prefix: string): readonly Value[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.flatMap((key) => storedJson<Value>('localStorage', key).read() ?? []);
  } catch {
    return [];
  }
}
