import { setTimeout } from 'node:timers/promises';

import type { Browser, Page } from '@playwright/test';

import { atMost, type Row } from './row.ts';
import { signInByLink, withBrowser } from './support/browser.ts';
import { launchServer, type LaunchedServer } from './support/launched-server.ts';
import { seedLongSession } from './support/long-session.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { longestTask } from './support/trace-frames.ts';

const BUDGET_MS = 50;
const LENGTH = 300_000;
const REPLY_LENGTH = 60_000;
const SETTLE_MS = 1_000;
const STEP_MS = 200;
const SENTENCE = 'Half of a cup taken at four in the afternoon is still there at nine.';

/** Each is repeated to the required length. */
const KINDS: Readonly<Record<string, (index: number) => string>> = {
  paragraphs: (index) => `${SENTENCE}${index % 5 === 4 ? '\n\n' : ' '}`,
  'one paragraph': () => `${SENTENCE} `,
  bullets: () => `- ${SENTENCE}\n`,
  'nested bullets': (index) => `${'  '.repeat(index % 5)}- ${SENTENCE.slice(0, 30)}\n`,
  'an ordered list': (index) => `${index + 1}. ${SENTENCE}\n`,
  'a table': (index) => (index === 0 ? '| a | b | c |\n|---|---|---|\n' : `| ${index} | **b** | ${SENTENCE} |\n`),
  'a wide table': (index) => `|${(index === 1 ? '---|' : ` ${index} |`).repeat(60)}\n`,
  code: (index) => (index === 0 ? '```js\n' : `const cup${index} = pour(${index}, "coffee");\n`),
  headings: () => `## ${SENTENCE.slice(0, 30)}\n\n`,
  footnotes: (index) => `Word${index}[^${index}]\n\n[^${index}]: ${SENTENCE.slice(0, 20)}\n\n`,
  links: (index) => `[cup](https://example.org/${index}) `,
  brackets: () => '](',
  formulas: () => '$x$ ',
  'large formulas': (index) => `$\\frac{a_${index}}{b^2} + \\sum_{k=0}^n x_k$ `,
  'formulas on lines of their own': (index) => `$$\n\\int_0^1 x^${index} dx\n$$\n\n`,
  images: (index) => `![cup ${index}](https://example.org/${index}.png)\n`,
  quotes: (index) => `${'> '.repeat(1 + (index % 8))}${SENTENCE}\n`,
};

/** The page's longest task while texts of every kind are opened and scrolled through. */
export function longTexts(): Promise<readonly Row[]> {
  return withTemporaryHome((home) =>
    withBrowser(async (browser) => {
      const sessions = await withStore(home, async (store) => {
        const { id } = await seedFirstPerson(store, home);
        const seeded: Record<string, string> = {};
        for (const kind of Object.keys(KINDS)) {
          const reply = () => textOf(kind, REPLY_LENGTH);
          seeded[kind] = (await seedLongSession(store, id, { messages: 2, reply })).session;
        }
        return seeded;
      });
      const server = await launchServer('bin/warren start', home);
      try {
        const page = await signedIn(browser, server);
        const sources: Record<string, number> = {};
        const replies: Record<string, number> = {};
        for (const kind of Object.keys(KINDS)) {
          const source = await add(server, textOf(kind, LENGTH));
          sources[kind] = await readThrough(page, `/library/${source}`, 'article[aria-labelledby=source-title]');
          replies[kind] = await readThrough(page, `/session/${sessions[kind]}`, '[role=log]');
        }
        return [
          rowOf('long-texts', `a source of ${LENGTH / 1_000} KB`, sources),
          rowOf('long-replies', `a reply of ${REPLY_LENGTH / 1_000} KB`, replies),
        ];
      } finally {
        await server.stop();
      }
    }),
  );
}

function rowOf(name: string, of: string, times: Readonly<Record<string, number>>): Row {
  const slowest = Object.entries(times).toSorted(([, one], [, other]) => other - one);
  const listed = slowest.slice(0, 4).map(([kind, ms]) => `${kind} ${ms.toFixed(0)}`);
  const what = `processor time of the page's longest task while ${of} is opened and scrolled, worst of ${slowest.length} kinds (${listed.join(', ')})`;
  return atMost(BUDGET_MS, { name, what, value: slowest[0]?.[1] ?? Number.NaN, unit: 'ms' });
}

function textOf(kind: string, length: number): string {
  const parts: string[] = [];
  for (let written = 0; written < length; written += parts.at(-1)?.length ?? 1)
    parts.push(KINDS[kind]?.(parts.length) ?? '');
  return parts.join('');
}

async function signedIn(browser: Browser, server: LaunchedServer): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
  await signInByLink(page, server.link);
  // The first text loads the parser, and the first formula its fonts.
  for (const text of [SENTENCE, `# A\n\n$x^2$ and ${textOf('bullets', 20_000)}`])
    await readThrough(page, `/library/${await add(server, text)}`, 'article[aria-labelledby=source-title]');
  return page;
}

async function add({ url, token }: LaunchedServer, content: string): Promise<string> {
  const answer = await fetch(`${url}/api/library/sources`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sources: [{ content }] }),
  });
  const { results } = (await answer.json()) as { results: readonly { source: { id: string } }[] };
  const id = results[0]?.source.id;
  if (id === undefined) throw new Error(`A source was answered with ${answer.status}`);
  return id;
}

/** Navigates inside the page, so that its code is loaded only once. */
async function readThrough(page: Page, address: string, scroller: string): Promise<number> {
  return longestTask(page, async () => {
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    const column = page.locator(scroller);
    await column.locator('.markdown, .say p').first().waitFor();
    await setTimeout(SETTLE_MS);
    for (const part of [0, 0.01, 0.02, 0.5, 0.9, 1]) {
      await column.evaluate((element, share) => element.scrollTo(0, element.scrollHeight * share), part);
      await setTimeout(STEP_MS);
    }
  });
}
