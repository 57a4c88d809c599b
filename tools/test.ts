import { check } from './check.ts';
import { testBrowser } from './test-browser.ts';

/** The whole of `npm test`: everything that is checked without a browser, then everything in one. */
const parts: [string, () => Promise<boolean>][] = [
  ['check', check],
  ['browser', testBrowser],
];

const failed: string[] = [];
for (const [name, part] of parts) {
  const isGood = await part().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return false;
  });
  if (!isGood) failed.push(name);
}
console.log(failed.length === 0 ? 'All is well.' : `Failed: ${failed.join(', ')}.`);
console.log(`${parts.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
