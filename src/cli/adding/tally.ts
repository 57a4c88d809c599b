import type { ImportOutcome } from '#library/importing/protocol.ts';

import { shown } from './shown.ts';

const EVERY_MS = 250;
const EVERY_LINE_MS = 5_000;

/** Counts the outcome of each file. Reports progress on stderr and returns the totals as one line. */
export function createTally(stream: NodeJS.WriteStream) {
  const counts: Record<ImportOutcome, number> = { added: 0, updated: 0, unchanged: 0, kept: 0, refused: 0 };
  const skipped = new Map<string, number>();
  let passedBy = 0;
  let reportedAt = 0;

  function summary(): string {
    const parts = PARTS.flatMap(([outcome, words]) =>
      counts[outcome] === 0 ? [] : [`${number(counts[outcome])} ${words}`],
    );
    if (parts.length === 0) parts.push('nothing added');
    if (passedBy > 0) parts.push(`${number(passedBy)} left out`);
    return parts.join(', ');
  }
  function progress(words: string, isDue: boolean): void {
    const now = performance.now();
    if (!isDue && now - reportedAt < (stream.isTTY ? EVERY_MS : EVERY_LINE_MS)) return;
    reportedAt = now;
    stream.write(stream.isTTY ? `\r\u001b[K${words}` : `${words}\n`);
  }
  function line(words: string): void {
    stream.write(`${stream.isTTY ? '\r\u001b[K' : ''}${words}\n`);
  }
  return {
    count(outcome: ImportOutcome): void {
      counts[outcome] += 1;
      progress(summary(), false);
    },
    /** A file that was not added, with the reason. */
    refuse(path: string, why: string): void {
      counts.refused += 1;
      line(`${shown(path)}: ${shown(why)}`);
    },
    /** Something that was not read, or only in part, with the reason. Not a failure. */
    leaveOut(path: string, why: string): void {
      line(`${shown(path)}: ${shown(why)}`);
    },
    /** A link out of the folder, a device or the like. Counted, but not a failure. */
    passBy(path: string, why: string): void {
      passedBy += 1;
      line(`${shown(path)}: ${shown(why)}`);
    },
    /** A file of a kind that Warren does not read. */
    skip(path: string): void {
      const ending = /\.[^./]{1,10}$/u.exec(path)?.[0].toLowerCase() ?? 'no ending';
      skipped.set(ending, (skipped.get(ending) ?? 0) + 1);
    },
    /** Shows the current step instead of the counts. */
    say: (words: string) => progress(words, false),
    /** Returns the counts as one line. */
    end(): string {
      if (stream.isTTY) stream.write('\r\u001b[K');
      const total = [...skipped.values()].reduce((sum, count) => sum + count, 0);
      if (total === 0) return summary();
      const kinds = [...skipped].toSorted(([, one], [, other]) => other - one).map(([ending]) => shown(ending));
      const named = kinds.slice(0, MAX_KINDS).join(', ') + (kinds.length > MAX_KINDS ? ', …' : '');
      return `${summary()}; ${number(total)} of a kind that Warren does not read (${named})`;
    },
    hasFailures: () => counts.refused > 0,
  };
}

export type Tally = ReturnType<typeof createTally>;

const MAX_KINDS = 5;
const PARTS: readonly (readonly [ImportOutcome, string])[] = [
  ['added', 'added'],
  ['updated', 'updated'],
  ['unchanged', 'unchanged'],
  ['kept', 'kept as you edited them'],
  ['refused', 'not added'],
];

function number(count: number): string {
  return count.toLocaleString('en');
}
