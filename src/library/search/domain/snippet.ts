import { plainText } from '#text/domain/plain-text.ts';
import { sentencesOf } from '#text/domain/sentences.ts';
import type { QueryTerm } from '#text/domain/terms.ts';

import { matchesIn, type TextMatch } from './match.ts';

export interface Snippet {
  readonly text: string;
  /** Offsets into `text`. */
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}

const MAX_SNIPPET = 240;
/** Length of the text before the first mark, so that the mark is not at the edge. */
const LEAD = 60;
/** Longer passages are cut before they are split into sentences. */
const MAX_READ = 4_000;

/**
 * The part of a passage that shows why it was found: the sentences with most of the query's words. If a passage
 * contains none of them, its beginning.
 */
export function snippetOf(passage: string, language: string | null, query: readonly QueryTerm[]): Snippet {
  const text = plainText(passage.slice(0, MAX_READ)).replace(/\s+/gu, ' ').trim();
  const matches = matchesIn(text, language, query);
  const { from, to } = windowAround(text, matches);
  const before = from > 0 ? '… ' : '';
  const shift = from - before.length;
  return {
    text: before + text.slice(from, to) + (to < text.length ? ' …' : ''),
    marks: joined(matches.filter(({ start, end }) => start >= from && end <= to)).map(({ start, end }) => ({
      start: start - shift,
      end: end - shift,
    })),
  };
}

function windowAround(text: string, matches: readonly TextMatch[]): { from: number; to: number } {
  if (text.length <= MAX_SNIPPET) return { from: 0, to: text.length };
  const first = bestStart(matches);
  const from = first === null ? 0 : startBefore(text, first);
  return { from, to: endBefore(text, from + MAX_SNIPPET) };
}

/** The start of the match from which a snippet contains most words of the query. */
function bestStart(matches: readonly TextMatch[]): number | null {
  let best: { start: number; score: number } | null = null;
  for (const [index, { start }] of matches.entries()) {
    const within = matches.slice(index).filter(({ end }) => end <= start + MAX_SNIPPET - LEAD);
    const score = new Set(within.map(({ word }) => word)).size + within.length / 1_000;
    if (!best || score > best.score) best = { start, score };
  }
  return best?.start ?? null;
}

/** The beginning of the sentence if it is near, else the beginning of a word. */
function startBefore(text: string, match: number): number {
  const least = match - LEAD;
  if (least <= 0) return 0;
  const at = sentencesOf(text).findLast(({ start }) => start <= match)?.start ?? 0;
  if (at >= least) return at;
  const space = text.indexOf(' ', least);
  return space >= 0 && space < match ? space + 1 : wholeCharacter(text, least);
}

function endBefore(text: string, most: number): number {
  if (most >= text.length) return text.length;
  const space = text.lastIndexOf(' ', most);
  return space > most - LEAD ? space : wholeCharacter(text, most);
}

/** Moves an offset out of the middle of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}

/** Merges marks that touch, because pairs of characters overlap. */
function joined(matches: readonly TextMatch[]): readonly { start: number; end: number }[] {
  const marks: { start: number; end: number }[] = [];
  for (const { start, end } of matches) {
    const last = marks.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else marks.push({ start, end });
  }
  return marks;
}
