import { cleanText, withoutDirectionMarks } from '#kernel/clean-text.ts';

import type { SourceKind } from '../../storage/protocol.ts';

const MAX_NAME = 200;
const OF_ONES_OWN = /\.(?:md|markdown|txt|text)$/i;

/** A file's name without folders and invisible characters. */
export function readFileName(given: string): string {
  const name =
    withoutDirectionMarks(cleanText(given))
      .replace(/[\n\t]/g, ' ')
      .split(/[/\\]/)
      .at(-1)
      ?.trim() ?? '';
  if (name === '' || /^\.+$/.test(name)) return 'file';
  const ending = /\.[^.]{1,12}$/.exec(name)?.[0] ?? '';
  return name.length <= MAX_NAME ? name : name.slice(0, MAX_NAME - ending.length).toWellFormed() + ending;
}

/** A title for the file: its name without the ending. */
export function titleOfFile(name: string): string {
  return (
    name
      .replace(/(?<=.)\.[^.\s]{1,12}$/, '')
      .replaceAll('_', ' ')
      .trim() || name
  );
}

/** Text files are notes. Whatever has a format is likely to be someone else's. */
export function kindOfFile(name: string): SourceKind {
  return OF_ONES_OWN.test(name) ? 'note' : 'article_clip';
}
