import { plainText } from '#text/domain/plain-text.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

const MAX_LENGTH = 140;
/** A shorter question often refers to an adjacent sentence and means nothing without it. */
const SHORT = 60;

/** The quote of a message for one row: its last question, or its last sentence. */
export function lastQuestion(text: string): string {
  const spoken = sentencesIn(text);
  const index = spoken.findLastIndex((sentence) => /\?["”’)]*$/u.test(sentence));
  const question = spoken[index];
  if (question === undefined) return cut(spoken.at(-1) ?? '');
  if (question.length > SHORT) return cut(question);
  const after = spoken.slice(index + 1).join(' ');
  const shown = /^[“„«"].*?(?:[”“»"]|$)/u.exec(after)?.[0];
  if (shown !== undefined) return cut(`${question} ${shown}`);
  const before = spoken[index - 1] ?? '';
  const together = `${before} ${question}`;
  return /^[“„«"].*[”“»"]$/u.test(before) && together.length <= MAX_LENGTH ? together : question;
}

function sentencesIn(text: string): readonly string[] {
  return sentencesOf(plainText(text).replace(/\s+/gu, ' '))
    .map((sentence) => sentence.text.trim())
    .filter((sentence) => sentence !== '');
}

function cut(words: string): string {
  if (words.length <= MAX_LENGTH) return words;
  const start = words.slice(0, MAX_LENGTH);
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), MAX_LENGTH / 2))}…`;
}
