const QUESTION = /^\s*(?:[-*+•]\s+)?\**(?:Q|Question|Frage)\s?\d{0,4}\s?:\**\s*(\S.*)$/iu;
const ANSWER = /^\s*(?:[-*+•]\s+)?\**(?:A|Answer|Antwort)\s?\d{0,4}\s?:\**\s*(\S.*)$/iu;
const INLINE_ANSWER = /\s\**(?:A|Answer|Antwort)\s?:\**\s+/u;
const ASKS_WHAT = /^(?:what|who)\s+(is|are|was|were)\s+(.+?)\?$/iu;
const MAX_ANSWER_WORDS = 12;

/** The question of a line `Q: …`, with its answer if that follows in the line; null for another line. */
export function questionIn(line: string): { readonly question: string; readonly answer: string | null } | null {
  const words = QUESTION.exec(line)?.[1]?.trim();
  if (words === undefined) return null;
  const at = INLINE_ANSWER.exec(words);
  if (!at) return { question: words, answer: null };
  return { question: words.slice(0, at.index).trim(), answer: words.slice(at.index + at[0].length).trim() };
}

/** The answer of a line `A: …`; null for another line. */
export function answerIn(line: string): string | null {
  return ANSWER.exec(line)?.[1]?.trim() ?? null;
}

/** A question and its answer as one point: a statement where the question only asks for a name. */
export function pointOfQuestion(question: string, answer: string): string {
  const asked = ASKS_WHAT.exec(question);
  const bare = answer.replace(/\.$/u, '');
  const isName = bare.split(/\s+/u).length <= MAX_ANSWER_WORDS && !/[.!?:;]/u.test(bare) && !SAYS.test(bare);
  if (!asked || !isName) return `${question} ${answer}`;
  const [, verb = '', subject = ''] = asked;
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${verb.toLowerCase()} ${bare}.`;
}

/** A sentence of its own, or a part of one, rather than a name. */
const SAYS =
  /^(?:it|its|he|she|they|this|that|because|when|if|to|in|by|on|yes|no)\b|\s(?:is|are|was|were|has|have|can)\s/iu;
