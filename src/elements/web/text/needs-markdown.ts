import { formulasIn } from '#text/domain/formulas.ts';

/** The gaps of a cloze: underscores that stand for words, not for emphasis. */
const GAPS = /_{3,}/g;

/** Whether a text has any Markdown. Most replies have none, and need no parser. */
export function needsMarkdown(said: string): boolean {
  const text = said.replace(GAPS, '');
  if (text.includes('$') && formulasIn(text).length > 0) return true;
  return (
    /[*_~]\S[^\n]*[*_~]|`|\](?<=\[[^\]\n]+\])\(|<\w|https?:\/\/|\\(?:[^\s\w]|\n)|&[#\w]+;/.test(text) ||
    /^ {0,3}(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>|\||(?:[-*_] ?){3,}$| {4}\S|={2,}\s*$)/m.test(text)
  );
}
