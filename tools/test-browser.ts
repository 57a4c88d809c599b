import { requireBrowser } from './browser.ts';
import { run } from './run.ts';

/** Builds the page and walks through it in a real browser, through the real bootstrap. */
export async function testBrowser(parameters: readonly string[] = []): Promise<boolean> {
  await requireBrowser();
  const built = await run('vite', ['build', '--logLevel', 'warn']);
  if (built.code !== 0) return false;
  return (await run('playwright', ['test', ...parameters])).code === 0;
}

if (import.meta.main) process.exitCode = (await testBrowser(process.argv.slice(2))) ? 0 : 1;
