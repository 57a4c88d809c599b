import { atMost, type Row } from './row.ts';
import { percentile } from './statistics.ts';
import { beginSessions } from './support/begin-sessions.ts';
import { withBrowser } from './support/browser.ts';
import { copyBuiltPage } from './support/built-page.ts';
import { forkMetered } from './support/metered-process.ts';
import type { Script } from './support/script.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { traceFrames } from './support/trace-frames.ts';

const CHARACTERS = 20_000;
const PER_SECOND = 50;
const AT_ONCE = 20;
const WITHIN_MS = 90_000;
const BUDGET_MS = 16;

/** Streaming Markdown: main-thread work of the page for each frame that rendered text. */
export function streamingRender(): Promise<readonly Row[]> {
  return withTemporaryHome((home) =>
    withBrowser(async (browser) => {
      const { token, session } = await withStore(home, async (store) => {
        const person = await seedFirstPerson(store, home);
        const [begun = ''] = await beginSessions(store, [person.id]);
        return { token: person.token, session: begun };
      });
      const server = await forkMetered('bench-server.ts', [home, await copyBuiltPage(home)]);
      const page = await browser.newPage();
      // The benchmark's server has no library, so Today would report that it is not found.
      await page.goto(`${server.url}/#token=${encodeURIComponent(token)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goto(`${server.url}/session/${session}`);
      const field = page.getByRole('textbox', { name: 'Your answer' });
      const script: Script = { kind: 'prose', characters: CHARACTERS, perSecond: PER_SECOND, atOnce: AT_ONCE };
      await field.fill(JSON.stringify(script));
      const frames = await traceFrames(page, async () => {
        await field.press('Enter');
        await page.locator('[data-author=assistant][data-status=streaming]').waitFor();
        await page
          .locator('[data-author=assistant][data-status=streaming]')
          .waitFor({ state: 'detached', timeout: WITHIN_MS });
      });
      const shown = await page.locator('[data-author=assistant]').last().innerText();
      await server.end();
      if (shown.length < CHARACTERS / 2) throw new Error('The reply was not shown as a whole.');
      const p50 = percentile(frames, 0.5).toFixed(1);
      const what = `main-thread work a frame while ${CHARACTERS.toLocaleString('en')} characters stream in, p95 of ${frames.length} frames (p50 ${p50}, worst ${Math.max(...frames).toFixed(0)} ms)`;
      return [atMost(BUDGET_MS, { name: 'streaming-render', what, value: percentile(frames, 0.95), unit: 'ms' })];
    }),
  );
}
