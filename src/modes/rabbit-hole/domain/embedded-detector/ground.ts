import { stemOf } from '#text/domain/stems.ts';

import { readText, type WeighedWord } from './read-text.ts';

/** Words about the questioning itself; they do not lead away from the subject. */
const sessionStems: ReadonlySet<string> = new Set(
  `hint clue point question repeat rephrase reword explain explanation clarify answer tell show help again meaning
  understand skip next continue right correct wrong close remind idea example part detail sure stuck forgot forgotten
  forget remember recall confused session card learn study quiz slow spell term word sentence phrase wonder wondering
  curious interesting fascinating topic thinking thought guess reminds remind simpler easier possible exactly left remaining far break pause stop exam test check finish finished round score please count counts
  hinweis tipp frage wiederholen erklaren erklare erklar antwort sag sagen verrat hilfe helfen nochmal bedeuten
  bedeutet verstehe verstehen weiter uberspringen richtig falsch stimmt beispiel vergessen erinnern erinnere erinnert
  ahnung satz begriff wort wissen wusste wuesste frage frag wundert wundere neugierig ubrigens nebenbei interessiert
  interessieren interessant genauer moment warte fragen fragst punkte prufung schluss fertig leichter thema`
    .split(/\s+/)
    .map(stemOf),
);

/** The words of a subject, found by stem, or by a common prefix for similar words. */
export interface Ground {
  readonly stems: ReadonlySet<string>;
  readonly byBeginning: ReadonlyMap<string, readonly WeighedWord[]>;
}

const BEGINNING = 2;
const PREFIX = 5;

export function groundOf(texts: readonly string[]): Ground {
  const stems = new Set<string>();
  const byBeginning = new Map<string, WeighedWord[]>();
  for (const word of texts.flatMap((text) => readText(text).content)) {
    if (stems.has(word.stem)) continue;
    stems.add(word.stem);
    const beginning = word.stem.slice(0, BEGINNING);
    const found = byBeginning.get(beginning);
    if (found) found.push(word);
    else byBeginning.set(beginning, [word]);
  }
  return { stems, byBeginning };
}

export function isOnGround(word: WeighedWord, { stems, byBeginning }: Ground): boolean {
  if (stems.has(word.stem)) return true;
  return (byBeginning.get(word.stem.slice(0, BEGINNING)) ?? []).some((other) => areAlike(word.stem, other.stem));
}

/** Catches inflections, compounds and typos that stems miss. */
function areAlike(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4) return false;
  return (
    one.slice(0, PREFIX) === other.slice(0, PREFIX) ||
    (shorter >= PREFIX && (one.includes(other) || other.includes(one)))
  );
}

export interface Freshness {
  readonly words: readonly WeighedWord[];
  readonly weight: number;
  /** Their share of the sentence's telling words. */
  readonly share: number;
}

/** Words that are in neither the known words nor the vocabulary of questioning. */
export function freshIn(content: readonly WeighedWord[], ground: Ground): Freshness {
  const telling = content.filter(({ stem }) => !sessionStems.has(stem));
  const words = telling.filter((word) => !isOnGround(word, ground));
  const weight = weightOf(words);
  return { words, weight, share: weight === 0 ? 0 : weight / weightOf(telling) };
}

function weightOf(words: readonly WeighedWord[]): number {
  return words.reduce((sum, word) => sum + word.weight, 0);
}
