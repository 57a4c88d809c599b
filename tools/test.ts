import { requireBrowser } from './browser.ts';
import { checkStatically, testUnits } from './check.ts';
import { installPostgres } from './postgres.ts';
import { testBrowser } from './test-browser.ts';

/** Runs all of `npm test`. Programs that the tests need are installed during the static checks. */
const parts: [string, () => Promise<boolean>][] = [
  ['static checks', checkStatically],
  ['unit tests', testUnits],
  ['browser tests', testBrowser],
];

// The part that needs a program reports if it could not be installed.
const installing = installPostgres()
  .then(requireBrowser)
  .catch(() => {});
const failed: string[] = [];
for (const [name, part] of parts) {
  const isGood = await part().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  });
  if (!isGood) failed.push(name);
  await installing;
}
console.log(failed.length === 0 ? 'All passed.' : `Failed: ${failed.join(', ')}.`);
console.log(`${parts.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
