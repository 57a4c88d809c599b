import { requireBrowser } from './browser.ts';
import { checkStatically, testUnits } from './check.ts';
import { installPostgres } from './postgres.ts';
import { testBrowser } from './test-browser.ts';

/** The whole of `npm test`. The programs that the tests need are installed during the static checks. */
const parts: [string, () => Promise<boolean>][] = [
  ['static checks', checkStatically],
  ['unit tests', testUnits],
  ['browser tests', testBrowser],
];

// What could not be installed is reported by the part that needs it.
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
console.log(failed.length === 0 ? 'All is well.' : `Failed: ${failed.join(', ')}.`);
console.log(`${parts.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
