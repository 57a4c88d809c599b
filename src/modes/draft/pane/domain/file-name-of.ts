/** More is cut by some file systems. */
const MAX_CHARACTERS = 80;

/** A name for the file of a draft: its title without what file systems refuse. */
export function fileNameOf(title: string, ending: 'md' | 'html'): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(/^[ .]+|[ .]+$/gu, '');
  return `${name === '' ? 'Draft' : name}.${ending}`;
}
