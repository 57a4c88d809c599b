import { readFile } from 'node:fs/promises';
import path from 'node:path';

const SLOWEST = 10;
const MESSAGE_LINES = 12;

/** A test file. Each failure names the test and the reason. */
interface TestFile {
  readonly file: string;
  readonly seconds: number;
  readonly failures: readonly string[];
}

/** The fields of vitest's JSON report that are used here. Times are milliseconds. */
interface UnitReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly status: string;
    /** The reason if the file as a whole failed. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** The fields of Playwright's JSON report that are used here. */
interface BrowserReport {
  readonly suites: readonly Suite[];
}
interface Suite {
  readonly file: string;
  readonly specs: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly { readonly duration: number; readonly error?: { readonly message?: string } }[];
    }[];
  }[];
  readonly suites?: readonly Suite[];
}

/**
 * Prints, from the reports of vitest and Playwright if they exist, the slowest test files, then the failed tests. These
 * come last, because a truncated log keeps its end.
 */
export async function printReports(
  reports: Readonly<Record<'units' | 'terminals' | 'browser', string>>,
): Promise<void> {
  const files = [
    ...unitFiles(await readReport<UnitReport>(reports.units)),
    ...unitFiles(await readReport<UnitReport>(reports.terminals)),
    ...browserFiles(await readReport<BrowserReport>(reports.browser)),
  ];
  if (files.length > 0) console.log('\nSlowest test files');
  for (const { file, seconds } of files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  for (const { file, failures } of files)
    for (const failure of failures) console.log(`\nFailed: ${file}: ${failure.split('\n', MESSAGE_LINES).join('\n')}`);
}

function unitFiles(report: UnitReport | null): readonly TestFile[] {
  const top = path.resolve(import.meta.dirname, '..');
  return (report?.testResults ?? []).map(({ name, startTime, endTime, status, message, assertionResults }) => {
    const failures = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages = [] }) => `${fullName}\n${failureMessages.join('\n')}`);
    if (status === 'failed' && failures.length === 0)
      failures.push(message || 'it has no result; its process may have crashed');
    return { file: path.relative(top, name), seconds: (endTime - startTime) / 1000, failures };
  });
}

function browserFiles(report: BrowserReport | null): readonly TestFile[] {
  return (report?.suites ?? []).map((suite) => {
    const specs = specsOf(suite);
    const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
    return {
      file: `e2e/${suite.file}`,
      seconds: results.reduce((total, { duration }) => total + duration, 0) / 1000,
      failures: specs
        .filter(({ ok }) => !ok)
        .map(({ title, tests }) => `${title}\n${tests[0]?.results[0]?.error?.message ?? ''}`),
    };
  });
}

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)];

/** Null if the tests ended before they wrote the report. */
async function readReport<Report>(file: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}
