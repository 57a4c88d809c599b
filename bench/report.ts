import { cpus, totalmem, type } from 'node:os';

import type { Row } from './row.ts';

/** A benchmark that produced no figures. */
export interface Problem {
  readonly benchmark: string;
  readonly message: string;
}

export function machine() {
  const all = cpus();
  return {
    cores: all.length,
    cpu: all[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: type(),
    node: process.version,
  };
}

export function printTable(rows: readonly Row[]): void {
  const lines = rows.map((row) => [
    row.isMet ? 'ok' : 'MISSED',
    row.name,
    `${row.value.toLocaleString('en')} ${row.unit}`,
    row.budget,
    row.peer ? `${row.peer.ratio} x ${row.peer.what} (${row.peer.value.toLocaleString('en')})` : '',
    row.what,
  ]);
  const all = [['', 'name', 'value', 'budget', 'against a peer', 'what'], ...lines];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of all)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
