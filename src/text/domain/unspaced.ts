/** Scripts without spaces between words, as part of a character class. */
export const UNSPACED_SCRIPTS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;

export const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}]`, 'u');
