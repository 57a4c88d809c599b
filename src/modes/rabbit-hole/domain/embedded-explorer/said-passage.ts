import type { SourcePassage } from '../surroundings.ts';

const MAX_SAID_LENGTH = 600;

/** A passage for a reply: one paragraph, without list and heading marks, followed by its citation. */
export function saidPassage(passage: SourcePassage): string {
  const text = paragraphOf(passage.text);
  const source = passage.source.replace(/\s+/gu, ' ').trim();
  const citation = source === '' ? '' : ` (“${source}”)`;
  const [, body = text, end = ''] = /^(.*?)([.!?…。！？]*)$/su.exec(text) ?? [];
  // A full stop follows the citation; other punctuation stays before it.
  return /^[.。]?$/u.test(end) ? `${body}${citation}.` : `${text}${citation}.`;
}

/** Whether a message contains a passage, regardless of line breaks. */
export function isSaidIn(passage: SourcePassage, message: string): boolean {
  return folded(message).includes(folded(saidPassage(passage)));
}

function paragraphOf(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^\s*(?:[-*+•]|#{1,6}|>|\d{1,3}[.)])\s+/u, '').trim());
  const whole = lines
    .filter((line) => line !== '')
    .join(' ')
    .replace(/\s+/gu, ' ');
  if (whole.length <= MAX_SAID_LENGTH) return whole;
  const begun = whole.slice(0, MAX_SAID_LENGTH);
  const sentences = /^.*[.!?。！？](?=\s|$)/su.exec(begun)?.[0];
  return (
    sentences ??
    `${begun
      .slice(0, begun.lastIndexOf(' ') + 1 || MAX_SAID_LENGTH)
      .trimEnd()
      .toWellFormed()}…`
  );
}

function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
