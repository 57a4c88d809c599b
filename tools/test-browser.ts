import { requireBrowser } from './browser.ts';
import { run } from './run.ts';

/** Runs the tests in a real browser, with a page and a server that are built once before. */
export async function testBrowser(
  parameters: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<boolean> {
  await requireBrowser();
  for (const config of ['vite.config.ts', 'vite.server.config.ts'])
    if ((await run('vite', ['build', '--config', config, '--logLevel', 'warn'])).code !== 0) return false;
  return (await run('playwright', ['test', ...parameters], { environment })).code === 0;
}

if (import.meta.main) process.exitCode = (await testBrowser(process.argv.slice(2))) ? 0 : 1;
