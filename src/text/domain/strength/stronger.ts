import { frenchFunctionWords, functionWords } from '../function-words.ts';
import { isNegator } from '../negators.ts';
import { plainText } from '../plain-text.ts';
import { plainWords } from '../segments.ts';
import { sentencesOf } from '../sentences.ts';
import { foldForm, stemOf } from '../stems.ts';
import { ATTRIBUTION, HEARSAY } from './attribution.ts';
import { newFigure } from './figures.ts';
import { ADDED, CONDITION, DENYING, KEEPS_CONDITION, MARKERS, NOT_DENYING } from './markers.ts';

/**
 * What a sentence loses of the text it cites:
 * - `hedge`: that it is uncertain, or was found in mice;
 * - `attribution`: who says so;
 * - `negation`: a "not" was dropped or added;
 * - `number`: a figure differs;
 * - `strength`: "some", "up to", "associated with", "one of the causes", "if prices rise".
 */
export type Weakening = 'hedge' | 'attribution' | 'negation' | 'number' | 'strength';

export interface Stronger {
  readonly kind: Weakening;
  /** The words that show it: of the source, or those that the sentence adds. */
  readonly words: string;
  readonly isAdded: boolean;
}

interface Compared {
  /** The sentences of the source that are cited. */
  readonly source: string;
  /** The text around them, which can justify a figure. */
  readonly around?: string;
  readonly claim: string;
  /** The rest of the claim's own paragraph, which can contain an attribution or a hedge. */
  readonly beside?: string;
}

/** In UTF-16 units. Longer texts are compared only up to here, since each clause is compared with each. */
const MAX_COMPARED = 4_000;

/** Minimum share of a clause's words that the claim must contain to be about that clause. */
const MIN_SHARE = 0.5;

/**
 * Finds what a sentence leaves out or adds, so that it says more than the text it cites; null if nothing is found. It
 * compares words by rules for English, German and French, so it can err both ways: it never confirms a claim.
 */
export function strongerThan(given: Compared): Stronger | null {
  const [source, claim] = [given.source.slice(0, MAX_COMPARED), given.claim.slice(0, MAX_COMPARED)];
  const around = (given.around ?? '').slice(0, MAX_COMPARED);
  const beside = (given.beside ?? '').slice(0, MAX_COMPARED);
  const read = clausesOf(source);
  const said = lineOf(claim);
  const kept = `${lineOf(beside)}${said}`;
  const topic = stemsOf(said);
  const near = read.filter((clause) => shareIn(clause, topic) >= MIN_SHARE);
  const found =
    denied(near, said, topic) ??
    newlyDenied(lineOf(source), said, topic) ??
    newFigure({ source, around: `${around} ${source}`, claim }) ??
    unattributed(read, { near, kept, topic }) ??
    unweakened(read, { near, kept, topic }) ??
    unconditioned(read, { near, kept, topic }) ??
    added(lineOf(source), said, topic);
  return found && { ...found, words: asWritten(found.words, found.isAdded ? claim : source) };
}

/** The compared words as written in the text. */
function asWritten(words: string, text: string): string {
  const pattern = words.replaceAll('.', String.raw`\.`).replaceAll(' ', String.raw`[^\p{L}\p{N}]{1,9}`);
  return new RegExp(pattern, 'iu').exec(plainText(text).normalize('NFC'))?.[0] ?? words;
}

interface Clause {
  readonly line: string;
  readonly sentence: string;
  readonly stems: ReadonlySet<string>;
}

const ALL_MARKERS = [HEARSAY, ...MARKERS];

/** The end of a clause, but not before a clause that a verb of saying governs. */
const CLAUSE_END =
  /[;:()–—]|,(?!\d)(?! (?:that|dass|ob|whether)\b)(?=\s)|\s(?=(?:and|but|while|whereas|because|although|und|aber|sondern|doch|weil|obwohl)\s)/;

function clausesOf(text: string): readonly Clause[] {
  return sentencesOf(plainText(text).replace(/\s+/gu, ' ')).flatMap(({ text: words }) => {
    const sentence = lineOf(words);
    return words.split(CLAUSE_END).flatMap((clause) => {
      const line = lineOf(clause);
      return line.trim() === '' ? [] : [{ line, sentence, stems: stemsOf(unmarked(line)) }];
    });
  });
}

/** "Failed to" and "has yet to" deny as "not" does. */
const FAILING =
  / (?:fail(?:s|ed)?|(?:has|have|had|is|are) yet|refus(?:es|ed|e)|neglect(?:s|ed)?|(?:was|were|is|are) unable) to(?= )/;

/** `l'usine` is two words. */
const ELISION = /(?<!\p{L})([cdjlmnst]|(?:jus|lors|puis)?qu)['’](?=\p{L})/giu;

/**
 * In lower case, as words with one space between them and around them. The month "May" is replaced, because it is not a
 * hedge.
 */
function lineOf(text: string): string {
  const words = plainText(text)
    .normalize('NFC')
    .replace(/(?<!\p{L})May(?!\p{L})/gu, 'Month')
    .replace(ELISION, '$1 ')
    .match(/[\p{L}\p{M}\p{N}]+(?:[.,'’][\p{L}\p{N}]+)*/gu);
  return words ? ` ${words.join(' ').toLowerCase()} ` : ' ';
}

function unmarked(line: string): string {
  return ALL_MARKERS.reduce((rest, { source }) => rest.replace(source, ' '), line.replace(ATTRIBUTION.behind, ' '));
}

function stemsOf(line: string): ReadonlySet<string> {
  return new Set(
    plainWords(foldForm(line))
      .filter((form) => !functionWords.has(form) && !frenchFunctionWords.has(form))
      .map(stemOf),
  );
}

const MIN_PREFIX = 5;

/** Reports whether a stem occurs, or a compound or form with the same beginning. */
function hasStem(stems: ReadonlySet<string>, stem: string): boolean {
  if (stems.has(stem)) return true;
  if (stem.length < MIN_PREFIX) return false;
  const begin = stem.slice(0, MIN_PREFIX);
  return [...stems].some((other) => other.startsWith(begin));
}

function shareIn({ stems }: Pick<Clause, 'stems'>, topic: ReadonlySet<string>): number {
  if (stems.size === 0) return 0;
  return [...stems].filter((stem) => hasStem(topic, stem)).length / stems.size;
}

/** Minimum share of the denied words that the other text must contain. */
const MIN_DENIED = 0.6;
const MIN_NEWLY_DENIED = 0.8;

/** A denial in the source that the claim lacks. */
function denied(near: readonly Clause[], said: string, topic: ReadonlySet<string>): Stronger | null {
  for (const { line, sentence } of near) {
    // "Without a permit" can be in both, and denies something else.
    const isLackShared = LACKING.test(sentence) && LACKING.test(said);
    const [claim, read] = isLackShared ? [said.replace(LACKING, ' '), line.replace(LACKING, ' ')] : [said, line];
    if (negationIn(claim) || DENYING.test(claim) || FAILING.test(claim)) return null;
    const failing = FAILING.exec(read)?.[0].trim();
    const negation = negationIn(read.replace(FAILING, ' not'));
    if (negation && shareIn({ stems: negation.scope }, topic) >= MIN_DENIED)
      return { kind: 'negation', words: failing ?? negation.word, isAdded: false };
  }
  return null;
}

const LACKING = / (?:without|ohne)(?= )/;

/** A denial in the claim of what the source states without one. */
function newlyDenied(source: string, said: string, topic: ReadonlySet<string>): Stronger | null {
  const own = negationIn(said);
  const known = stemsOf(source);
  if (!own || own.scope.size < 2 || negationIn(source) || DENYING.test(source) || NOT_DENYING.test(source)) return null;
  const isSameMatter =
    shareIn({ stems: own.scope }, known) >= MIN_NEWLY_DENIED && shareIn({ stems: topic }, known) >= MIN_SHARE;
  return isSameMatter ? { kind: 'negation', words: own.word, isAdded: true } : null;
}

/** The first negating word, and what it negates: the words after it, or the whole clause if there are none. */
function negationIn(line: string): { readonly word: string; readonly scope: ReadonlySet<string> } | null {
  const words = line.replaceAll(new RegExp(NOT_DENYING, 'g'), ' ').trim().split(' ');
  const place = words.findIndex(isNegator);
  if (place === -1) return null;
  const after = stemsOf(words.slice(place + 1).join(' '));
  return { word: words[place] ?? '', scope: after.size > 0 ? after : stemsOf(words.join(' ')) };
}

interface Cited {
  /** The clauses that the claim is about. */
  readonly near: readonly Clause[];
  readonly kept: string;
  readonly topic: ReadonlySet<string>;
}

function unattributed(all: readonly Clause[], { near, kept, topic }: Cited): Stronger | null {
  if (ATTRIBUTION.kept.test(kept)) return null;
  // The owner in a possessive is not necessarily the speaker, so possessives do not count as names.
  const named = stemsOf(kept.replaceAll(/ [^ ]+['’]s(?= )/g, ''));
  for (const { line, sentence } of near) {
    const beside = all.filter((other) => other.sentence === sentence).map((other) => sayingAlone(other.line));
    const behind = ATTRIBUTION.behind.exec(line);
    const own = behind ?? ATTRIBUTION.around.exec(line);
    const found = own ?? beside.find(Boolean);
    const who = Object.values(found?.groups ?? {}).find(Boolean);
    if (!found || who === undefined || NOBODY.test(`${who} `)) continue;
    const says = stemsOf(line.replace(found[0].trimEnd(), ''));
    // In "opponents of the dam say" the dam is not the speaker, and in "laut Hersteller hält der Akku" the words after
    // the name are not either.
    const [head = ''] = who.split(/(?<=\p{L}) (?:of|from|in|der|des|von|aus|vom|de|du) /u);
    const names = stemsOf(head);
    const isLoose = !behind && own?.groups?.['who'] !== undefined && own.index + own[0].length < line.trimEnd().length;
    const isNamed = [...names].slice(0, isLoose ? 1 : names.size).some((stem) => hasStem(named, stem));
    if (!isNamed && says.size > 0 && shareIn({ stems: says }, topic) >= MIN_SHARE)
      return { kind: 'attribution', words: found[0].trim(), isAdded: false };
  }
  return null;
}

/** A clause that is only an attribution: "The author claims, …", "According to the author, …". */
function sayingAlone(line: string): RegExpExecArray | null {
  const found = ATTRIBUTION.behind.exec(line) ?? ATTRIBUTION.around.exec(line);
  if (
    found &&
    line
      .slice(found.index + found[0].length)
      .trim()
      .split(' ').length <= 1 &&
    found.index === 0
  )
    return found;
  return ATTRIBUTION.alone.exec(line);
}

/** Subjects that name no speaker: the author of the source, passives, and nouns ("the claim that"). */
const NOBODY =
  /^ (?:i|we|they|ich|wir|you|man|one) $| (?:i|we|they|ich|wir) | (?:is|are|was|were|be|been|being|to|the|a|this|that|any|ist|sind|wird|werden) $/;

function unweakened(all: readonly Clause[], { near, kept, topic }: Cited): Stronger | null {
  for (const { kind, source, kept: same, isWide } of ALL_MARKERS) {
    if (same.test(kept)) continue;
    for (const clause of near) {
      // "It was, it seems, a granary."
      const bare = all.filter((other) => other.sentence === clause.sentence && other.stems.size === 0);
      const own = [clause, ...bare].map((each) => each.line).join('');
      const found = source.exec(isWide ? clause.sentence : own)?.[0];
      if (found === undefined) continue;
      // Another clause states the same without it.
      const share = shareIn(clause, topic);
      const isSaidPlainly = all.some(
        (other) =>
          other.line !== clause.line &&
          2 * other.stems.size >= clause.stems.size &&
          !source.test(isWide ? other.sentence : other.line) &&
          shareIn(other, topic) >= share,
      );
      if (!isSaidPlainly) return { kind, words: found.trim(), isAdded: false };
    }
  }
  return null;
}

/** A condition of the source that the claim lacks. */
function unconditioned(all: readonly Clause[], { near, kept, topic }: Cited): Stronger | null {
  if (KEEPS_CONDITION.test(kept)) return null;
  // “Untreated” expresses the condition “unless treated”.
  const told = new Set([...stemsOf(kept)].flatMap((stem) => [stem, stem.replace(/^un/u, '')]));
  for (const { line, sentence } of near)
    for (const other of all.filter((each) => each.sentence === sentence)) {
      const found = CONDITION.exec(other.line);
      if (!found) continue;
      const condition = stemsOf(other.line.slice(found.index + found[0].length));
      const main = stemsOf(other.line === line ? line.slice(0, found.index + 1) : line);
      const isOfMain = main.size > 0 && shareIn({ stems: main }, topic) >= MIN_SHARE;
      if (isOfMain && condition.size > 0 && shareIn({ stems: condition }, told) < MIN_SHARE)
        return { kind: 'strength', words: found[0].trim(), isAdded: false };
    }
  return null;
}

function added(source: string, said: string, topic: ReadonlySet<string>): Stronger | null {
  if (shareIn({ stems: stemsOf(source) }, topic) < MIN_SHARE || negationIn(said))
    return addedAlways(source, said, topic);
  for (const { claim, allowed, needs } of ADDED) {
    const found = claim.exec(said)?.[0];
    if (found !== undefined && !allowed.test(source) && (!needs || needs.test(source)))
      return { kind: 'strength', words: found.trim(), isAdded: true };
  }
  return null;
}

/** "Never" and "none" are both denials and absolutes. */
function addedAlways(source: string, said: string, topic: ReadonlySet<string>): Stronger | null {
  const absolute = / (?:never|none|nobody|niemals|nie|niemand)(?= )/.exec(said)?.[0];
  const [{ allowed, needs } = {}] = ADDED;
  if (absolute === undefined || allowed?.test(source) !== false || needs?.test(source) !== true) return null;
  return shareIn({ stems: stemsOf(source) }, topic) >= MIN_SHARE
    ? { kind: 'strength', words: absolute.trim(), isAdded: true }
    : null;
}
