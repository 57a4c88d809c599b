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

/** A title for the file: its name without the extension. */
export function titleOfFile(name: string): string {
  return (
    name
      .replace(/(?<=.)\.[^.\s]{1,12}$/, '')
      .replaceAll('_', ' ')
      .trim() || name
  );
}

/** Names of files that are distributed with programs, whose authors are not the person. */
const OF_PROGRAMS = /^(?:readme|license|licence|changelog|contributing|code[_-]of[_-]conduct)(?:[.\-_][^/\\]*)?$/iu;
const IN_PROGRAMS = /(?:^|[/\\])(?:node_modules|vendor|third_party|site-packages|\.git|\.github)[/\\]/iu;

/** Reports whether a path ends in the name of such a file, or leads through a folder of a program. */
export function isOfProgram(path: string): boolean {
  return OF_PROGRAMS.test(path.split(/[/\\]/).at(-1) ?? '') || IN_PROGRAMS.test(path);
}

/** Text files are notes. A file with formatting is likely to be someone else's. */
export function kindOfFile(path: string): SourceKind {
  return OF_ONES_OWN.test(path) && !isOfProgram(path) ? 'note' : 'article_clip';
}
