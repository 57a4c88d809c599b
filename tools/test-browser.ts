import { buildOnce } from '../fixtures/server/build-once.ts';
import { run } from './run.ts';
import { enterTestFolder } from './test-folder.ts';
import { CHROMIUM, installPackages } from './test-programs.ts';

/**
 * Runs the tests in a real browser. `environment` can name a file for Playwright's JSON report in
 * PLAYWRIGHT_JSON_OUTPUT_FILE.
 */
export async function testBrowser(
  parameters: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<boolean> {
  await buildOnce();
  return (await run('playwright', ['test', ...parameters], { environment })).code === 0;
}

if (import.meta.main) {
  enterTestFolder();
  const isThere = (await installPackages([CHROMIUM])).length === 0;
  process.exitCode = isThere && (await testBrowser(process.argv.slice(2))) ? 0 : 1;
}
