import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { Page, Response } from '@playwright/test';

import { atMost, type Row } from './row.ts';
import { seeToday, signInByLink, withBrowser } from './support/browser.ts';
import { launchServer } from './support/launched-server.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const BUDGET_KB = 200;
/** The budget of the page that shows a single prompt. */
const APART_BUDGET_KB = 30;

/** The script that a browser with an empty cache loads until Today is shown and the network is idle. */
export function firstLoad(): Promise<readonly Row[]> {
  return withTemporaryHome((home) =>
    withBrowser(async (browser) => {
      const server = await launchServer('bin/warren start', home);
      try {
        const context = await browser.newContext();
        await signInByLink(await context.newPage(), server.link);
        const storageState = await context.storageState();
        await context.close();
        const open = async () => (await browser.newContext({ storageState })).newPage();
        const [page, small] = [await open(), await open()];
        const kilobytes = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0) / 1024;
        const apart = await loadedBy(small, async () => {
          await small.goto(`${server.url}/answer.html#none/none`);
          await small.getByRole('heading').waitFor();
        });
        const scripts = (await loadedBy(page, () => openToday(page, server.url))).filter(({ type }) =>
          type.includes('javascript'),
        );
        const bodies = scripts.map(({ body }) => body);
        const brotli = kilobytes(bodies.map((body) => brotliCompressSync(body).length)).toFixed(0);
        const encodings = [...new Set(scripts.map(({ encoding }) => encoding))].join(', ');
        return [
          atMost(BUDGET_KB, {
            name: 'first-load',
            what: `script of the first route, gzip; ${scripts.length} files, ${kilobytes(bodies.map((body) => body.length)).toFixed(0)} kB plain, ${brotli} kB as brotli`,
            value: kilobytes(bodies.map((body) => gzipSync(body).length)),
            unit: 'kB',
          }),
          atMost(BUDGET_KB, {
            name: 'first-load-sent',
            what: `the same as the server sent it (${encodings})`,
            value: kilobytes(scripts.map(({ sent }) => sent)),
            unit: 'kB',
          }),
          atMost(APART_BUDGET_KB, {
            name: 'answer-page-load',
            what: `all that the page of one prompt loads, gzip; ${apart.length} files`,
            value: kilobytes(apart.map(({ body }) => gzipSync(body).length)),
            unit: 'kB',
          }),
        ];
      } finally {
        await server.stop();
      }
    }),
  );
}

async function openToday(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await seeToday(page);
}

/** Everything transferred until the network is idle. */
async function loadedBy(page: Page, open: () => Promise<void>) {
  const responses: Response[] = [];
  const keep = (response: Response) => void responses.push(response);
  page.on('response', keep);
  await open();
  await page.waitForLoadState('networkidle');
  page.off('response', keep);
  return Promise.all(
    responses.map(async (response) => ({
      type: response.headers()['content-type'] ?? '',
      body: await response.body(),
      sent: (await response.request().sizes()).responseBodySize,
      encoding: response.headers()['content-encoding'] ?? 'not compressed',
    })),
  );
}
