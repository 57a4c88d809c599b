import { withoutMarks } from '../../text/domain/citations/marks.ts';

const MAX_CHARACTERS = 60;

/** The beginning of a part of a draft, on one line and without marks. */
export function firstWords(text: string): string {
  const line = withoutMarks(text).replace(/\s+/gu, ' ').trim();
  if (line.length <= MAX_CHARACTERS) return line;
  const cut = line.slice(0, MAX_CHARACTERS);
  return `${/^(.{20,})\s\S*$/su.exec(cut)?.[1] ?? cut}…`;
}
