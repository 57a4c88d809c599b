/** A file in a ZIP archive, as its directory says. */
interface ZipEntry {
  readonly name: string;
  /** Unpacked, in bytes. */
  readonly size: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const MAX_COMMENT = 65_535;
const MAX_ENTRIES = 10_000;

/** The directory of a ZIP archive, read without unpacking anything; null if there is none. */
export function zipEntries(bytes: Uint8Array): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const from = Math.max(0, bytes.byteLength - MAX_COMMENT - 22);
  for (let end = bytes.byteLength - 22; end >= from; end -= 1) {
    if (view.getUint32(end, true) !== END) continue;
    return readEntries(view, view.getUint32(end + 16, true), Math.min(MAX_ENTRIES, view.getUint16(end + 10, true)));
  }
  return null;
}

function readEntries(view: DataView, start: number, count: number): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = start;
  while (entries.length < count && at + 46 <= view.byteLength && view.getUint32(at, true) === ENTRY) {
    const length = view.getUint16(at + 28, true);
    if (at + 46 + length > view.byteLength) break;
    const name = Buffer.from(view.buffer, view.byteOffset + at + 46, length).toString('utf8');
    entries.push({ name, size: view.getUint32(at + 24, true) });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}
