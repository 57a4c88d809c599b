/** The context length and the tokens of the request, in messages of servers that refuse a request as too long. */
const HELD = /maximum context length (?:is|of) (\d{1,9})\b/i;
const SENT =
  /(at least )?(?<!\d)(\d{1,9}) (?:input tokens|(?:tokens )?(?:in|of|from) (?:(?:the|your|text|input) )*(?:messages|prompt|input)\b)/i;

/** If fewer tokens remain, the conversation is too long. */
const MIN_ANSWER_TOKENS = 256;

/**
 * The number of tokens left for the answer, from the message that refused a request for too many. Null if the message
 * is about something else, or if too few are left.
 */
export function remainingTokens(said: string): number | null {
  const held = HELD.exec(said)?.[1];
  const [, isAtLeast, sent] = SENT.exec(said) ?? [];
  if (held === undefined || sent === undefined) return null;
  const rest = Number(held) - Number(sent);
  // "At least" means that the server stopped counting, so half is kept in reserve.
  const room = isAtLeast === undefined ? rest : Math.floor(rest / 2);
  return room >= MIN_ANSWER_TOKENS ? room : null;
}
