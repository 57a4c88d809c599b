import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { UnitReports } from './check.ts';

const ROWS = 10;

interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

/** The parts of vitest's JSON report that are read here. Times are milliseconds. */
interface UnitReport {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

/** The parts of Playwright's JSON report that are read here. */
interface BrowserReport {
  readonly suites: readonly Suite[];
}
interface Suite {
  readonly file: string;
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
  readonly suites?: readonly Suite[];
}

/** Prints the test files that took longest, from the reports of vitest and Playwright, as far as they were written. */
export async function printSlowestFiles(reports: UnitReports & { readonly browser: string }): Promise<void> {
  const times = [
    ...unitTimes(await readReport<UnitReport>(reports.units)),
    ...unitTimes(await readReport<UnitReport>(reports.terminals)),
    ...browserTimes(await readReport<BrowserReport>(reports.browser)),
  ];
  if (times.length === 0) return;
  console.log('\nSlowest test files');
  for (const { file, seconds } of times.toSorted((one, other) => other.seconds - one.seconds).slice(0, ROWS))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

function unitTimes(report: UnitReport | null): readonly FileTime[] {
  const top = path.resolve(import.meta.dirname, '..');
  return (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: path.relative(top, name),
    seconds: (endTime - startTime) / 1000,
  }));
}

function browserTimes(report: BrowserReport | null): readonly FileTime[] {
  return (report?.suites ?? []).map((suite) => ({ file: `e2e/${suite.file}`, seconds: durationOf(suite) / 1000 }));
}

function durationOf({ specs, suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return sum(own) + sum(suites.map(durationOf));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Null if the tests ended before they wrote it. */
async function readReport<Report>(file: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}
