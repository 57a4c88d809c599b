/** Scripts that identify a language well enough to choose a voice. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/[іїєґ]/iu, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Thai}/u, 'th'],
];

/** Function words that are frequent in one language and rare in the others. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: 'the and of to is that it what you which how are does this with for'.split(' '),
  de: 'der die das und ist nicht ein eine was wie du sich den dem auch mit für wenn'.split(' '),
  fr: 'le les et est que des une du dans qui pour pas vous quel quelle ce au'.split(' '),
  es: 'el los las y es que una del por con para qué cómo se lo como'.split(' '),
  it: 'il gli e è che di una della per con non cosa come sono del si'.split(' '),
  pt: 'o os as e é que uma do da não em por com você qual como'.split(' '),
  nl: 'de het een en is van dat niet je wat hoe voor met zijn ook wordt'.split(' '),
  pl: 'jest nie się i w na co jak do że to z czy który'.split(' '),
  sv: 'och är det att en som inte på du vad hur för med av'.split(' '),
};
const MIN_HITS = 2;

/** A guess at the language of a text, as BCP 47; null if unknown. */
export function languageOf(text: string): string | null {
  const script = SCRIPTS.find(([pattern]) => pattern.test(text));
  if (script) return script[1];
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best: string | null = null;
  let most = MIN_HITS - 1;
  for (const [language, frequent] of Object.entries(WORDS)) {
    const hits = words.filter((word) => frequent.includes(word)).length;
    if (hits > most) [best, most] = [language, hits];
  }
  return best;
}

/** The language to speak or listen in: the chosen one, else that of the text, in the person's own variety. */
export function voiceLanguage(chosen: string, text: string, own: readonly string[]): string {
  if (chosen !== '') return chosen;
  const guessed = languageOf(text);
  if (guessed === null) return own[0] ?? 'en';
  return own.find((language) => language === guessed || language.startsWith(`${guessed}-`)) ?? guessed;
}
