import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { Page, Response } from '@playwright/test';

import { atMost, type Row } from './row.ts';
import { seeToday, signInByLink, withBrowser } from './support/browser.ts';
import { launchServer } from './support/launched-server.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const BUDGET_KB = 200;

/** Script that a browser with an empty cache loads until Today is shown and the network is quiet. */
export function firstLoad(): Promise<readonly Row[]> {
  return withTemporaryHome((home) =>
    withBrowser(async (browser) => {
      const server = await launchServer('bin/warren start', home);
      try {
        const context = await browser.newContext();
        await signInByLink(await context.newPage(), server.link);
        const storageState = await context.storageState();
        await context.close();
        const page = await (await browser.newContext({ storageState })).newPage();
        const scripts = await scriptsOf(page, server.url);
        const kilobytes = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0) / 1024;
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
        ];
      } finally {
        await server.stop();
      }
    }),
  );
}

async function scriptsOf(page: Page, url: string) {
  const responses: Response[] = [];
  page.on('response', (response) => {
    const isScript = (response.headers()['content-type'] ?? '').includes('javascript');
    if (isScript) responses.push(response);
  });
  await page.goto(url);
  await seeToday(page);
  await page.waitForLoadState('networkidle');
  return Promise.all(
    responses.map(async (response) => ({
      body: await response.body(),
      sent: (await response.request().sizes()).responseBodySize,
      encoding: response.headers()['content-encoding'] ?? 'not compressed',
    })),
  );
}
