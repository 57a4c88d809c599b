/** Latin text has about four characters a token with the tokenizers in use. */
const CHARACTERS_PER_TOKEN = 4;

/** Each character of these scripts is about a token. */
const DENSE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;

/** An estimate of a text's tokens: each provider counts with a tokenizer of its own. */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0;
  return Math.ceil((text.length - dense) / CHARACTERS_PER_TOKEN) + dense;
}
