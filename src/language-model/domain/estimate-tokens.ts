/** More tokens than any call uses. A larger count is an error of the server. */
const MAX_TOKENS = 10_000_000;

/** Latin text has about four characters a token with the tokenizers in use. */
const CHARACTERS_PER_TOKEN = 4;

/** Each character of these scripts counts as a token. */
const DENSE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/** An estimate of a text's tokens: each provider counts with a tokenizer of its own. */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return Math.ceil((text.length - dense) / CHARACTERS_PER_TOKEN) + dense;
}

/** A token count reported by a server, as a whole number; 0 if the value is not a count. */
export function tokenCount(told: unknown): number {
  if (typeof told !== 'number' || !Number.isFinite(told) || told < 0) return 0;
  return Math.min(MAX_TOKENS, Math.floor(told));
}
