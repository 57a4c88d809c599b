/** What a model holds, and what of that was sent, in tokens: as servers count them where an answer would not fit in. */
const HELD = /maximum context length (?:is|of) (\d{1,9})\b/i;
const SENT =
  /(at least )?(?<!\d)(\d{1,9}) (?:input tokens|(?:tokens )?(?:in|of|from) (?:(?:the|your|text|input) )*(?:messages|prompt|input)\b)/i;

/** Less is no answer: then it is the conversation that is too long. */
const MIN_ANSWER_TOKENS = 256;

/**
 * How many tokens a request leaves for the answer, by the words that refused one which allowed too many; null where they
 * are about something else, or leave too few.
 */
export function remainingTokens(said: string): number | null {
  const held = HELD.exec(said)?.[1];
  const [, isAtLeast, sent] = SENT.exec(said) ?? [];
  if (held === undefined || sent === undefined) return null;
  const rest = Number(held) - Number(sent);
  // Where what was sent is counted only as far as it had to be, half is left for what was not.
  const room = isAtLeast === undefined ? rest : Math.floor(rest / 2);
  return room >= MIN_ANSWER_TOKENS ? room : null;
}
