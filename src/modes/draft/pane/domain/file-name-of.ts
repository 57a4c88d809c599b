import { safeFileName } from '#text/domain/safe-file-name.ts';

/** A name for the file of a draft. */
export function fileNameOf(title: string, ending: 'md' | 'html'): string {
  return `${safeFileName(title, 'Draft')}.${ending}`;
}
