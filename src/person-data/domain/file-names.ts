import { safeFileName } from '#text/domain/safe-file-name.ts';

/** In bytes of UTF-8: file systems allow 255, including the extension and a number. */
const MAX_STEM_BYTES = 200;

/** Gives each file of a folder a unique name, also if upper and lower case are not distinguished. */
export class FileNames {
  readonly #taken = new Set<string>();

  /** The path of a file named after its title, such as `drafts/My title (2).md`. */
  next(folder: string, title: string, ending: string): string {
    const stem = cut(safeFileName(title, 'Untitled'));
    for (let count = 1; ; count += 1) {
      const file = `${folder}/${count === 1 ? stem : `${stem} (${count})`}${ending}`;
      const key = file.toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return file;
    }
  }
}

function cut(stem: string): string {
  let bytes = 0;
  let kept = '';
  for (const character of stem) {
    bytes += bytesOf(character.codePointAt(0) ?? 0);
    if (bytes > MAX_STEM_BYTES) return kept.trimEnd();
    kept += character;
  }
  return kept;
}

function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x8_00) return 2;
  return codePoint < 0x1_00_00 ? 3 : 4;
}
