import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { apiOf, startChildServer } from '../fixtures/server/child-server.ts';
import { createRepository } from '../fixtures/terminal/git-repository.ts';
import { atMost, type Row } from './row.ts';
import { percentile } from './statistics.ts';
import { signInByLink, withBrowser } from './support/browser.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { traceFrames } from './support/trace-frames.ts';

const FILE_LINES = 2_857;
const LINES = 5_000;
/** A fast flick: 12,000 px a second at 60 frames a second. */
const STEP_PX = 200;
const FRAMES = 200;
const BUDGET_MS = 16;
/** Stands in for an agent. It prints nothing. */
const AGENT = '#!/bin/sh\nexec cat\n';

/** Three of four lines change, so the diff has 714 unchanged lines and 4,286 changed ones. */
const isChanged = (at: number) => at % 4 > 0;
const lineOf = (at: number, changed: boolean) =>
  `  const value${at} = read(source, ${changed ? `"changed ${at}"` : at}); // line ${at} of the file`;
const textOf = (changed: boolean) =>
  `${Array.from({ length: FILE_LINES }, (_, at) => lineOf(at, changed && isChanged(at))).join('\n')}\n`;

/** Scrolls through a diff of thousands of lines, compared with a plain list of as many lines. */
export function diffScroll(): Promise<readonly Row[]> {
  return withTemporaryHome((home) =>
    withBrowser(async (browser) => {
      const programs = path.join(home, '.local', 'bin');
      mkdirSync(programs, { recursive: true });
      writeFileSync(path.join(programs, 'codex'), AGENT, { mode: 0o755 });
      const folder = createRepository(path.join(home, 'code'), { 'src/lines.ts': textOf(false) });
      const server = await startChildServer({ home: path.join(home, 'warren'), environment: { HOME: home } });
      try {
        const api = apiOf(server);
        const program = { kind: 'agent', agent: 'codex', arguments: [] };
        const { session } = await api<{ session: string }>('POST', '/api/terminals', { folder, program });
        await api('GET', `/api/terminals/${session}/changes?since=start`);
        writeFileSync(path.join(folder, 'src/lines.ts'), textOf(true));
        const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
        await signInByLink(page, `${server.url}/#token=${encodeURIComponent(server.token)}`);
        await page.goto(`${server.url}/session/${session}`);
        await page.getByRole('button', { name: /^Changes/u }).click();
        await page.locator('[data-line]').first().waitFor();
        const frames = await traceFrames(page, () => page.evaluate(scrollThrough, settings('diff')));
        const plain = await traceFrames(page, () => page.evaluate(scrollThrough, settings('plain')));
        const p50 = percentile(frames, 0.5).toFixed(1);
        const what = `main-thread work a frame while a diff of ${LINES.toLocaleString('en')} lines is scrolled by ${STEP_PX} px a frame, p95 of ${frames.length} frames (p50 ${p50}, worst ${Math.max(...frames).toFixed(0)} ms)`;
        const peer = { what: 'a plain list of as many lines', value: percentile(plain, 0.95) };
        const value = percentile(frames, 0.95);
        return [atMost(BUDGET_MS, { name: 'diff-scroll', what, value, unit: 'ms', peer })];
      } finally {
        await server.stop();
      }
    }),
  );
}

interface Settings {
  readonly kind: 'diff' | 'plain';
  readonly lines: readonly string[];
  readonly stepPx: number;
  readonly frames: number;
}
const settings = (kind: Settings['kind']): Settings => ({
  kind,
  lines: Array.from({ length: LINES }, (_, at) => lineOf(at, isChanged(at))),
  stepPx: STEP_PX,
  frames: FRAMES,
});

/** Runs in the page. */
async function scrollThrough({ kind, lines, stepPx, frames }: Settings): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  let scroller: Element | null = document.querySelector('[data-line]');
  while (scroller && scroller.scrollHeight <= scroller.clientHeight + stepPx) scroller = scroller.parentElement;
  if (kind === 'plain') {
    scroller = document.body.appendChild(document.createElement('div'));
    scroller.setAttribute('style', 'position:fixed;inset:0;overflow:auto;background:white;font:13px/24px monospace');
    for (const line of lines) scroller.appendChild(document.createElement('div')).textContent = line;
    await frame();
  }
  if (!scroller) throw new Error('Nothing scrolls.');
  for (let at = 0; at < frames; at += 1) {
    await frame();
    scroller.scrollTop += stepPx;
  }
  await frame();
}
