import { trimEnds } from './trim-ends.ts';

/** More is cut by some file systems. */
const MAX_CHARACTERS = 80;
/** Windows takes these for devices, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu;

/** A title as the name of a file, without an ending: what any file system takes. `otherwise`: where nothing is left. */
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
