import { requireBrowser } from './browser.ts';
import { checkStatically, testUnits } from './check.ts';
import { installClaude } from './claude.ts';
import { installPostgres } from './postgres.ts';
import { testBrowser } from './test-browser.ts';

/** Runs all of `npm test`. Programs that the tests need are installed during the static checks. */
const parts: [string, () => Promise<boolean>][] = [
  ['static checks', checkStatically],
  ['unit tests', testUnits],
  ['browser tests', testBrowser],
];

// In CI the tests with the real CLI are not skipped.
if ((process.env['CI'] ?? '') !== '') process.env['WARREN_REQUIRE_CLI'] ??= '1';

const problemOf = (error: unknown) => console.error(error instanceof Error ? error.message : error);
// The part that needs a program reports if it could not be installed.
const installing = Promise.all([
  installPostgres()
    .then(requireBrowser)
    .catch(() => {}),
  installClaude().catch(problemOf),
]);
const failed: string[] = [];
for (const [name, part] of parts) {
  const isGood = await part().catch((error: unknown) => {
    problemOf(error);
    return false;
  });
  if (!isGood) failed.push(name);
  await installing;
}
console.log(failed.length === 0 ? 'All passed.' : `Failed: ${failed.join(', ')}.`);
console.log(`${parts.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
