import { createHash } from 'node:crypto';

import { splitPassages } from '../domain/split-passages.ts';
import { languageOf } from './language.ts';

interface NewPassage {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly hash: string;
  readonly language: string | null;
}

export interface Held {
  readonly row: number;
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly hash: string;
}

/** Passages that move together: their rows, and by how much their numbers and offsets change. */
interface Move {
  readonly rows: readonly number[];
  readonly numbers: number;
  readonly offsets: number;
}

/** Changes that update the stored passages to those of a text. */
export interface PassageChanges {
  /** Rows to delete. */
  readonly gone: readonly number[];
  readonly moves: readonly Move[];
  readonly fresh: readonly NewPassage[];
}

/** Passages after this many get the language of the source, because detection takes 0.1 ms each. */
const MAX_LANGUAGES = 1_000;

/**
 * A passage with an unchanged text keeps its id, its row and so its vectors. `held` must be in order of the numbers.
 */
export function planPassages(
  content: string,
  language: string | null,
  held: readonly Held[],
): PassageChanges & { readonly total: number } {
  const unused = Map.groupBy(held, ({ hash }) => hash);
  const fresh: NewPassage[] = [];
  const moves = new Map<string, Move & { rows: number[] }>();
  const ranges = splitPassages(content);
  for (const [index, { start, end }] of ranges.entries()) {
    const text = content.slice(start, end);
    const number = index + 1;
    const hash = hashOf(text);
    const kept = unused.get(hash)?.shift();
    if (!kept) {
      const own = fresh.length < MAX_LANGUAGES ? languageOf(text) : null;
      fresh.push({ number, start, end, text, hash, language: own ?? language });
    } else if (kept.number !== number || kept.start !== start) {
      const by = { numbers: number - kept.number, offsets: start - kept.start };
      const key = `${by.numbers} ${by.offsets}`;
      const move = moves.get(key) ?? { ...by, rows: [] };
      moves.set(key, move);
      move.rows.push(kept.row);
    }
  }
  const gone = [...unused.values()].flat().map(({ row }) => row);
  return { gone, moves: [...moves.values()], fresh, total: ranges.length };
}

/** The key of a passage's vectors: the hash of its text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
