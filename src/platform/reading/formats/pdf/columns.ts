import type { Fragment, Row } from './page-rows.ts';

/** Minimum number of rows that must share a gutter between columns. */
const MIN_ROWS = 3;
const MAX_COLUMNS = 6;
/** In characters, on average: shorter lines are cells of a table. */
const MIN_LINE = 16;
/** Minimum share of the column width that lines of prose fill: the median of the widest lines. */
const MIN_FILL = 0.7;
/** Minimum share of a column's lines that continue a sentence, which means that they begin with a lower-case letter. */
const MIN_GOING_ON = 0.3;
/** From this number of lines on, prose contains a point or a comma. A list of lower-case words contains none. */
const MIN_POINTED = 5;

/**
 * The fragments of a page in reading order. Rows remain in drawing order, which is how a page is read, unless columns
 * of prose were drawn row by row: then the columns are read one after the other.
 */
export function inReadingOrder(rows: readonly Row[], isRtl: boolean): readonly (readonly Fragment[])[] {
  const gutters = guttersOf(rows);
  if (gutters.length === 0) return isRtl ? rows.map((row) => row.toReversed()) : rows;
  const read: Fragment[][] = [];
  let columns: Fragment[][] = [];
  const flush = () => {
    for (const column of isRtl ? columns.toReversed() : columns) read.push(...(column ?? []).map((line) => [line]));
    columns = gutters.concat(0).map(() => []);
  };
  flush();
  for (const row of rows) {
    if (row.some((fragment) => gutters.some((gutter) => isAcross(fragment, gutter)))) {
      flush();
      read.push([...row]);
    } else for (const fragment of row) columns[columnOf(fragment, gutters)]?.push(fragment);
  }
  flush();
  return read;
}

const isAcross = ({ from, to }: Fragment, gutter: number) => from < gutter && gutter < to;
const columnOf = ({ from }: Fragment, gutters: readonly number[]) => gutters.filter((gutter) => gutter <= from).length;

/** The gutters between columns of prose that were drawn row by row, from left to right. */
function guttersOf(rows: readonly Row[]): readonly number[] {
  let gaps = rows.flatMap((row, index) => gapsOf(row, rows[index + 1] ?? []));
  const gutters: number[] = [];
  while (gutters.length < MAX_COLUMNS - 1) {
    const { place, count } = mostCovered(gaps);
    if (count < MIN_ROWS) break;
    gutters.push(place);
    gaps = gaps.filter(({ from, to }) => !(from <= place && place <= to));
  }
  gutters.sort((one, other) => one - other);
  const columns = gutters.concat(0).map((): Fragment[] => []);
  for (const row of rows)
    for (const fragment of row)
      if (!gutters.some((gutter) => isAcross(fragment, gutter))) columns[columnOf(fragment, gutters)]?.push(fragment);
  return columns.every(isProse) ? gutters : [];
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The gaps between the fragments of a row, and to the next row if that is beside it. */
function gapsOf(row: Row, next: Row): readonly Gap[] {
  const gaps = row.slice(1).map((fragment, index) => ({ from: row[index]?.to ?? 0, to: fragment.from }));
  const [last, first] = [row.at(-1), next[0]];
  const isBeside = last && first && first.from - last.to > last.height && Math.abs(last.y - first.y) < last.height;
  return isBeside ? [...gaps, { from: last.to, to: first.from }] : gaps;
}

/** The place that most gaps cover: the middle of their overlap. */
function mostCovered(gaps: readonly Gap[]): { readonly place: number; readonly count: number } {
  const edges = gaps
    .flatMap(({ from, to }) => [
      { at: from, step: 1 },
      { at: to, step: -1 },
    ])
    .toSorted((one, other) => one.at - other.at || other.step - one.step);
  let best = { place: 0, count: 0 };
  let count = 0;
  for (const [index, { at, step }] of edges.entries()) {
    count += step;
    if (count > best.count) best = { place: (at + (edges[index + 1]?.at ?? at)) / 2, count };
  }
  return best;
}

function isProse(lines: readonly Fragment[]): boolean {
  if (lines.length < MIN_ROWS) return false;
  const length = lines.reduce((sum, { text }) => sum + text.length * (isWide(text) ? 2 : 1), 0) / lines.length;
  const widths = lines.map(({ from, to }) => to - from).toSorted((one, other) => one - other);
  const fill = (widths[Math.floor(widths.length / 2)] ?? 0) / (widths.at(-1) || 1);
  const cased = lines.filter(({ text }) => /^[\p{Lu}\p{Ll}\p{N}]/u.test(text));
  const goingOn = cased.filter(({ text }) => /^\p{Ll}/u.test(text)).length;
  const isPointed = lines.length < MIN_POINTED || lines.some(({ text }) => /[.,;:!?。，、؛،](?:\s|$)/u.test(text));
  return isPointed && length >= MIN_LINE && fill >= MIN_FILL && goingOn >= MIN_GOING_ON * cased.length;
}

const isWide = (text: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
