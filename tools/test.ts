import path from 'node:path';

import { buildOnce } from '../fixtures/server/build-once.ts';
import { findBrowser } from './browser.ts';
import { checkStatically, testTerminals, testUnits } from './check.ts';
import { testBrowser } from './test-browser.ts';
import { enterTestFolder } from './test-folder.ts';
import { installTestPrograms } from './test-programs.ts';
import { printReports } from './test-reports.ts';

/**
 * Runs all of `npm test`: the build beside the installation of programs, then the static checks, the tests in terminals
 * and the unit tests concurrently; the browser tests follow the unit tests. Tests that cannot run because a program is
 * missing are listed at the end; if CI is set, they fail.
 */
const isCi = (process.env['CI'] ?? '') !== '';
const began = performance.now();
const folder = enterTestFolder();
const report = (name: string) => path.join(folder, `${name}.json`);
const reports = { units: report('units'), terminals: report('terminals'), browser: report('browser') };
const passed: string[] = [];
const failed: string[] = [];

/** Runs a part. An exception counts as a failure. */
async function part(name: string, work: () => Promise<boolean>): Promise<void> {
  const start = performance.now();
  const isGood = await work().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  });
  (isGood ? passed : failed).push(name);
  console.log(`${name}: ${isGood ? 'passed' : 'FAILED'} in ${seconds(start)} s`);
}

const seconds = (since: number) => Math.round((performance.now() - since) / 1000);

const [skipped] = await Promise.all([installTestPrograms(), part('build', () => buildOnce().then(() => true))]);
// Tests with the real CLI are skipped if it is missing. In CI none may be skipped.
if (isCi) process.env['WARREN_REQUIRE_CLI'] ??= '1';
const browserTests = () =>
  part('browser tests', () => testBrowser(['--reporter=line,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: reports.browser }));
await Promise.all([
  part('static checks', checkStatically),
  part('tests in terminals', () => testTerminals(reports.terminals)),
  part('unit tests', () => testUnits(reports.units)).then(() =>
    findBrowser() === undefined ? undefined : browserTests(),
  ),
]);
await printReports(reports);

console.log('');
for (const tests of skipped) console.log(`Skipped: ${tests}.`);
if (isCi && skipped.length > 0) failed.push('skipped tests, which CI does not allow');
console.log(failed.length === 0 ? `All passed in ${seconds(began)} s.` : `Failed: ${failed.join(', ')}.`);
console.log(`${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`);
process.exitCode = failed.length === 0 ? 0 : 1;
