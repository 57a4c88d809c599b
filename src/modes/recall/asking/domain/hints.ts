import { functionWords, vagueWords } from '#text/domain/function-words.ts';
import { type Piece, piecesOf, stemsIn, tellingStems } from '#text/domain/key-terms.ts';
import { numberIn } from '#text/domain/numbers.ts';
import { UNSPACED } from '#text/domain/segments.ts';
import { foldForm } from '#text/domain/stems.ts';
import { lightWords } from '#text/domain/stop-words.ts';

import type { Point } from '../../evaluator/domain/evaluation.ts';
import { type Cue, rungs } from './rung.ts';
import { wholeParts } from './whole-parts.ts';

/** A point to hint at, under the title of its set. */
interface Hinted {
  readonly title: string;
  readonly point: Point;
  /** The text of the neighbour that the question shows with the point. */
  readonly neighbour?: string;
}

/** Minimum share of telling words that become gaps. */
const BLANKED = 0.6;
const BLANK = '____';
const MIN_GAP = 3;
const MAX_GAP = 12;
/** In a shorter point a key word would give it away. */
const MIN_STEMS_FOR_KEY_WORD = 3;
const MIN_KEY_WORD_LENGTH = 3;
/** Numerals and other words that name nothing, folded. */
const NAMES_NOTHING =
  /^(?:every|several|various|half|halves|thirds?|fourths?|quarters?|fifths?|tenths?|dozens?|hundreds?|thousands?|(?:b|m)illions?|about|approximately|roughly|nearly|mainly|mostly|usually|typically|generally|therefore|thus|hence|only|called|named|known|used|made|based|consists?|includes?|located|according|due|contain(?:s|ed|ing)?|hold(?:s|ing)?|held|occur(?:s|red)?|appears?|remains?|belongs?|becomes?|became|represents?|describes?|refers?|means?|gives?|gave|gets?|returns?|yields?|equals?|makes?|takes?|comes?|goes|creates?|involves?|requires?|provides?|allows?|shows?|enthalt(?:en)?|gehort|gehoren|bedeutet|bildet|bilden|beschreibt|bleibt|bleiben|heisst|nennt|wird|steht|gibt|ergibt|liefert|macht|kommt|(?:jed|all|viel|einig|manch|mehrer|meist|beid|verschieden|erst|zweit|dritt|viert|funft|letzt|nachst|halb|ander)e[rsmn]?|(?:drei|vier|funf|sech|sieb|acht|neun)(?:zehn|zig|ssig|zigste[rsn]?)|sechzehn|siebzehn|sechzig|siebzig|zwanzig|hundert|tausend|million(?:en)?|milliarden?|halfte|drittel|viertel|funftel|zehntel|etwa|ungefahr|zwischen|wahrend|wegen|gegen|ohne|seit|sowie|sowohl|entweder|jahr(?:e[ns]?|hunderts?|hunderten?)?|tage?n?|stunden?|centur(?:y|ies)|decades?|meist|meistens|haufig|dadurch|deshalb|genannt|bezeichnet|besteht|befindet|liegt|betragt)$/u;

/** The available hints of a point, least revealing first. */
export function hintsOf(hinted: Hinted): readonly Cue[] {
  return rungs.filter((rung): rung is Cue => rung !== 'open' && hasHint(rung, hinted));
}

function hasHint(rung: Cue, hinted: Hinted): boolean {
  if (rung === 'narrower') return keyWordOf(hinted) !== null;
  const line = gapLine(rung, hinted) ?? '';
  return /[\p{L}\p{N}]/u.test(line) && (rung === 'cloze' || line !== gapLine('cloze', hinted));
}

/** The first telling word of a point that is not in view; null if it would reveal too much. */
export function keyWordOf(hinted: Hinted): string | null {
  const pieces = readPieces(hinted.point.text).filter(({ kind }) => kind === 'telling');
  const inView = new Set([...stemsInView(hinted), ...stemsIn([hinted.neighbour ?? ''])]);
  const fresh = pieces.filter(({ stem }) => !inView.has(stem));
  if (tellingStems(fresh).length < MIN_STEMS_FOR_KEY_WORD) return null;
  const isWord = ({ text, whole }: HintPiece) =>
    whole === null && !/\p{N}/u.test(text) && (text.length >= MIN_KEY_WORD_LENGTH || UNSPACED.test(text));
  return fresh.find((piece) => isWord(piece) && isNaming(foldForm(piece.text)))?.text ?? null;
}

function isNaming(form: string): boolean {
  if (numberIn(form) !== null || NAMES_NOTHING.test(form)) return false;
  return !functionWords.has(form) && !vagueWords.has(form) && !lightWords.has(form);
}

/** Stems that are visible without a hint: of the title, the heading and the question. */
function stemsInView({ title, point }: Hinted): ReadonlySet<string> {
  return stemsIn([title, point.context, point.question ?? '']);
}

/**
 * The line with gaps that a rung shows; null if the rung has none. Always the same for a point, because two lines with
 * different gaps would reveal all of it. Code, formulas and quantities are gaps as a whole.
 */
export function gapLine(rung: string, hinted: Hinted): string | null {
  if (rung !== 'cloze' && rung !== 'first-letters') return null;
  const pieces = readPieces(hinted.point.text);
  const blanks = stemsToBlank(pieces, stemsInView(hinted));
  // The previous hint has shown this word.
  const { title, point } = hinted;
  for (const stem of stemsIn([keyWordOf({ title, point }) ?? ''])) blanks.delete(stem);
  const gap = ({ text, whole }: HintPiece) => (rung === 'cloze' || whole !== null ? BLANK : firstLetterGap(text));
  const line = pieces.map((piece) =>
    piece.kind === 'telling' && blanks.has(piece.stem) ? gap(piece) : (piece.whole ?? piece.text),
  );
  const joined = line.join('').trim();
  return joined.includes('_') ? joined : BLANK;
}

interface HintPiece extends Piece {
  /** Code, a formula or a quantity as written; null for others. */
  readonly whole: string | null;
}

/** The first stand-in for parts that stay whole; texts do not contain these characters. */
const FIRST_STAND_IN = 0xe000;
const STAND_IN = /([\uE000-\uF8FF])/u;

function readPieces(text: string): readonly HintPiece[] {
  const parts = wholeParts(text);
  const masked = parts
    .map(({ text: part, isWhole }, index) => (isWhole ? String.fromCharCode(FIRST_STAND_IN + index) : part))
    .join('');
  return piecesOf(masked).flatMap((piece): HintPiece[] =>
    piece.text.split(STAND_IN).flatMap((part): HintPiece[] => {
      if (part === '') return [];
      const whole = STAND_IN.test(part) ? (parts[part.charCodeAt(0) - FIRST_STAND_IN]?.text ?? null) : null;
      // Signs alone, as between the terms of a reaction, are not a gap.
      const kind = /[\p{L}\p{N}]/u.test(whole ?? '') ? 'telling' : 'between';
      if (whole !== null) return [{ kind, text: whole, stem: kind === 'telling' ? part : '', whole }];
      return [{ ...piece, text: part, whole }];
    }),
  );
}

/**
 * `receptors` becomes `r________`: the first letter and one stroke per further letter. A single letter and a short
 * number are full gaps.
 */
function firstLetterGap(word: string): string {
  const letters = word.match(/\P{M}\p{M}*/gu) ?? [];
  if (letters.length < 2 || (/^\p{N}/u.test(word) && letters.length <= MIN_GAP)) return BLANK;
  const strokes = Math.min(MAX_GAP, Math.max(MIN_GAP, letters.length - 1));
  return `${letters[0] ?? ''}${'_'.repeat(strokes)}`;
}

/** Score penalty for a word in view. */
const KNOWN = -1.5;

/**
 * The stems to replace by gaps: numbers, formulas and names first, then words that are not in view, then long and late
 * words.
 */
function stemsToBlank(pieces: readonly HintPiece[], known: ReadonlySet<string>): Set<string> {
  const stems = tellingStems(pieces);
  const texts = new Map(pieces.map((piece) => [piece.stem, piece]));
  const scored = stems.map((stem, index) => {
    const place = index / stems.length;
    return { stem, score: scoreOf(texts.get(stem), place) + (known.has(stem) ? KNOWN : 0) };
  });
  const count = Math.max(1, Math.ceil(stems.length * BLANKED));
  const chosen = scored.toSorted((left, right) => right.score - left.score).slice(0, count);
  return new Set(chosen.map(({ stem }) => stem));
}

function scoreOf(piece: HintPiece | undefined, place: number): number {
  const text = piece?.text ?? '';
  const number = /^\p{N}/u.test(text) || piece?.whole ? 2 : 0;
  const name = place > 0 && /^\p{Lu}/u.test(text) ? 1 : 0;
  const later = place > 0 ? place + 0.5 : 0;
  // In a script without spaces, a letter is about a syllable.
  const length = UNSPACED.test(text) ? 3 * text.length : text.length;
  return number + name + later + Math.min(length, 12) / 24;
}
