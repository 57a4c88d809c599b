import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium } from '@playwright/test';

import { startChildServer } from '../fixtures/server/child-server.ts';
import { browserArguments, requireBrowser } from './browser.ts';

/** Takes the screenshots of the README from a real session: `npm run screenshot [FOLDER]`. */
const folder = process.argv[2] ?? 'docs/pictures';
mkdirSync(folder, { recursive: true });
const home = mkdtempSync(path.join(tmpdir(), 'warren-picture-'));
const server = await startChildServer({ home, program: 'launcher' });
const browser = await chromium.launch({ executablePath: requireBrowser(), args: browserArguments });

const said =
  'The half-life of caffeine is about five hours. Without it you get headaches, because blood vessels in the brain widen.';

for (const [name, colorScheme, width, height] of [
  ['session', 'light', 1280, 800],
  ['session-dark', 'dark', 1280, 800],
  ['session-phone', 'light', 390, 780],
] as const) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${server.url}/#token=${server.token}`);
  const begin = page.getByRole('button', { name: /^(Begin|Continue)$/ }).first();
  await begin.click();
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  await answer.waitFor();
  if (name === 'session') {
    await answer.fill(said);
    await answer.press('Enter');
  }
  await page.getByRole('button', { name: 'Go on', exact: true }).waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  await page.getByRole('link', { name: 'Today' }).first().click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: path.join(folder, `${name.replace('session', 'today')}.png`) });
  await context.close();
}

await browser.close();
await server.stop();
rmSync(home, { recursive: true, force: true });
