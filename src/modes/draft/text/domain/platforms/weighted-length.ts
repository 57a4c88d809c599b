/**
 * How X counts the characters of a post: https://developer.x.com/en/docs/counting-characters and the configuration of
 * twitter-text 3 that it refers to. Text in NFC; each URL counts 23; an emoji, however many code points it has, 2; code
 * points of the ranges below 1 and all others, such as Chinese and Japanese, 2.
 */
const LIGHT_RANGES = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const;
const URL_LENGTH = 23;
const HEAVY = 2;

const URLS = /https?:\/\/[^\s<>()]*[^\s<>().,;:!?'"]/giu;
const EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Extended_Pictographic}\uFE0F|\p{Extended_Pictographic}\p{Emoji_Modifier}|[\d#*]\uFE0F?\u20E3)/u;
/** Each emoji has one of these. */
const SIGN_OF_EMOJI = /[\p{Emoji_Presentation}\p{Regional_Indicator}\p{Extended_Pictographic}\u20E3]/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function weightedLength(text: string): number {
  const composed = text.normalize('NFC');
  const urls = composed.match(URLS)?.length ?? 0;
  return urls * URL_LENGTH + lengthWithoutUrls(urls === 0 ? composed : composed.replace(URLS, ''));
}

function lengthWithoutUrls(text: string): number {
  // Nothing but code points that count 1.
  if (/^[\u0020-\u007e\n\u00a1-\u00a8\u00aa-\u00ad\u00af-\u02ff]*$/.test(text)) return text.length;
  if (!SIGN_OF_EMOJI.test(text)) return weightOfAll(text);
  let length = 0;
  for (const { segment } of graphemes.segment(text)) length += EMOJI.test(segment) ? HEAVY : weightOfAll(segment);
  return length;
}

function weightOfAll(text: string): number {
  let weight = 0;
  for (const character of text) weight += weightOf(character);
  return weight;
}

function weightOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return LIGHT_RANGES.some(([first, last]) => code >= first && code <= last) ? 1 : HEAVY;
}
