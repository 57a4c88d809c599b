import type { Bucket } from '#library/storage/protocol.ts';

import { roleOf } from '../fixtures/provider/by-role.ts';
import { createProviderDouble } from '../fixtures/provider/provider-double.ts';
import { type Piece, say } from '../fixtures/provider/script.ts';
import { apiOf, startChildServer } from '../fixtures/server/child-server.ts';
import { atMost, type Row } from './row.ts';
import { percentile } from './statistics.ts';
import { signInByLink, withBrowser } from './support/browser.ts';
import { prose } from './support/prose.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { traceFrames } from './support/trace-frames.ts';

const CHARACTERS = 20_000;
const AT_ONCE = 20;
const EVERY_MS = 20;
const WITHIN_MS = 120_000;
const BUDGET_MS = 16;
const QUOTE = 'Half of a cup taken at four in the afternoon is still there at nine.';

/** A draft that streams into the pane: main-thread work of the page for each frame that rendered text. */
export function draftRender(): Promise<readonly Row[]> {
  return withTemporaryHome((home) =>
    withBrowser(async (browser) => {
      const double = await createProviderDouble({
        answer: (request) => (roleOf(request) === 'writer' ? say(...draft()) : say('Coffee in the evening')),
      });
      const environment = { ANTHROPIC_API_KEY: 'sk-ant-bench', ANTHROPIC_BASE_URL: double.url };
      const server = await startChildServer({ home, program: 'launcher', environment });
      try {
        const api = apiOf(server);
        const { id: bucketId } = await api<Bucket>('POST', '/api/library/buckets', { name: 'Sleep' });
        const sources = [{ title: 'Coffee', content: QUOTE, bucketId }];
        await api('POST', '/api/library/sources', { sources });
        const id = crypto.randomUUID();
        await api('POST', '/api/sessions', { id, mode: 'explore', bucketId });
        const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
        await signInByLink(page, `${server.url}/#token=${encodeURIComponent(server.token)}`);
        await page.goto(`${server.url}/session/${id}`);
        await page.getByRole('button', { name: 'Draft', exact: true }).click();
        const field = page.getByRole('textbox', { name: 'Your message' });
        await page.getByRole('combobox', { name: 'Platform' }).selectOption('long-form');
        await field.fill('Write it.');
        const frames = await traceFrames(page, async () => {
          await field.press('Enter');
          await page.getByRole('region', { name: 'The text so far' }).waitFor();
          await page.getByRole('region', { name: 'The text of the draft' }).waitFor({ timeout: WITHIN_MS });
        });
        const shown = await page.getByRole('region', { name: 'The text of the draft' }).innerText();
        if (shown.length < CHARACTERS / 2) throw new Error('The draft was not shown as a whole.');
        const p50 = percentile(frames, 0.5).toFixed(1);
        const what = `main-thread work a frame while a draft of ${CHARACTERS.toLocaleString('en')} characters streams into its pane, p95 of ${frames.length} frames (p50 ${p50}, worst ${Math.max(...frames).toFixed(0)} ms)`;
        return [atMost(BUDGET_MS, { name: 'draft-render', what, value: percentile(frames, 0.95), unit: 'ms' })];
      } finally {
        await server.stop();
        await double.close();
      }
    }),
  );
}

/** Evenly paced. Each paragraph of prose ends with a citation. */
function draft(): readonly Piece[] {
  const citation: Piece = { citation: { documentIndex: 0, citedText: QUOTE } };
  const pieces: Piece[] = ['Here it is.\n\n<draft title="Coffee in the evening">\n'];
  for (const paragraph of prose(CHARACTERS).split('\n\n')) {
    for (let at = 0; at < paragraph.length; at += AT_ONCE) pieces.push(paragraph.slice(at, at + AT_ONCE), EVERY_MS);
    if (/^\p{L}/u.test(paragraph)) pieces.push(citation, { nextBlock: true });
    pieces.push('\n\n');
  }
  return [...pieces, '</draft>'];
}
