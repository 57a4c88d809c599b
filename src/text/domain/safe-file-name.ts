import { trimEnds } from './trim-ends.ts';

/** Some file systems cut longer names. */
const MAX_CHARACTERS = 80;
/** Windows treats these as devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu;

/** A title as a file name without extension that any file system accepts. `otherwise` is used if nothing remains. */
export function safeFileName(title: string, otherwise: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .slice(0, MAX_CHARACTERS)
    .toWellFormed();
  const name = trimEnds(plain, /[ .]/u).replace(DEVICE, '$&_');
  return name === '' ? otherwise : name;
}
