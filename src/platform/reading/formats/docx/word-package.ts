import { unpackEntry, type ZipEntry, zipEntries } from '../zip-entries.ts';

/** No part is larger: a document that unpacks to more was rejected before. */
const MAX_PART = 200_000_000;

/** Throws if the bytes are not an archive. `prepare` changes the text of a part before it is read. */
export function openWordPackage(bytes: Uint8Array, prepare: (xml: string, name: string) => string) {
  const entries = new Map((zipEntries(bytes) ?? []).map((entry) => [entry.name.replaceAll('\\', '/'), entry]));
  if (entries.size === 0) throw new Error('There is no archive.');
  const unpack = (entry: ZipEntry | undefined) => {
    if (!entry) throw new Error('There is no such part.');
    return unpackEntry(bytes, entry, MAX_PART);
  };
  const decoded = (name: string) => decodeXml(unpack(entries.get(name)));
  return {
    names: [...entries.keys()],
    exists: (name: string) => entries.has(name),
    text: (name: string) => (entries.has(name) ? decoded(name) : null),
    /** Returns text if an encoding is given, otherwise bytes. */
    read(name: string, encoding?: string): Promise<Uint8Array | string> {
      try {
        return Promise.resolve(encoding === undefined ? unpack(entries.get(name)) : prepare(decoded(name), name));
      } catch (error) {
        return Promise.reject(error as Error);
      }
    },
  };
}

export type WordPackage = ReturnType<typeof openWordPackage>;

/** UTF-8, or UTF-16 by its byte order mark. */
function decodeXml(bytes: Uint8Array): string {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(mark).decode(bytes);
}
