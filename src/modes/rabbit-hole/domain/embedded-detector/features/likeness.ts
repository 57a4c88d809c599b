import type { WeighedWord } from '../words/read-text.ts';

const SAME_FIELD = 0.4;
const PREFIX = 5;

/** The likeness of two words: 1 for equal stems, less for similar spelling, less still for a shared field. */
export function likenessOf(one: WeighedWord, other: WeighedWord): number {
  if (one.stem === other.stem) return 1;
  const letters = lettersShared(one.stem, other.stem);
  if (letters > 0) return letters;
  return shareField(one, other) ? SAME_FIELD : 0;
}

function shareField({ fields }: WeighedWord, other: WeighedWord): boolean {
  return fields.length > 0 && other.fields.length > 0 && fields.some((field) => other.fields.includes(field));
}

/** Catches inflections, compounds and typos that stems miss. */
function lettersShared(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4) return 0;
  if (one.charCodeAt(0) === other.charCodeAt(0) && one.slice(0, PREFIX) === other.slice(0, PREFIX)) return 0.8;
  if (shorter >= PREFIX && (one.includes(other) || other.includes(one))) return 0.7;
  return 0;
}
