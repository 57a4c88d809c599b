import { franc } from 'franc-min';

import { isGerman } from '#text/domain/language.ts';

/**
 * Detection is unreliable for shorter texts in Latin letters: three of ten short English notes count as Turkish or
 * Spanish.
 */
const MIN_LETTERS = 60;
/** Number of characters that are read: the beginning of a text is enough. */
const MAX_READ = 600;
/** Detection among all languages returns rare ones for common text. */
const COMMON = 'eng deu fra spa ita por nld swe dan nob fin pol ces hun ron tur vie rus ukr ell arb heb hin'.split(' ');

/** The language of a text as ISO 639-1, or 639-3 where there is no shorter code; null if it cannot be detected. */
export function languageOf(text: string): string | null {
  const read = text.slice(0, MAX_READ);
  const letters = read.match(/\p{L}/gu)?.length ?? 0;
  const isLatin = !/[^\p{sc=Latin}\P{L}]/u.test(read);
  if (letters === 0) return null;
  if (isLatin && letters < MIN_LETTERS) return isGerman(read) ? 'de' : null;
  const common = franc(read, { only: COMMON, minLength: 3 });
  const code = common === 'und' ? franc(read, { minLength: 2 }) : common;
  return code === 'und' ? null : (Intl.getCanonicalLocales(code)[0] ?? null);
}
