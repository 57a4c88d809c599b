import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import { answerByRole, roleOf } from '../fixtures/provider/by-role.ts';
import type { ProviderRequest } from '../fixtures/provider/provider-double.ts';
import type { Script } from '../fixtures/provider/script.ts';
import { comeBack, open } from './inside.ts';
import { covered, expect, fetchLittle, say, settled, test as base } from './warren.ts';
import { CLI_IS_MISSING, isCliMissing, press, withClaude } from './with-claude.ts';

const COAL = 'Nobody could list the new uses of coal beforehand.';
const FOUND = 'Your memo says that the uses of coal were not known beforehand.';
const TANGENT = 'What did Watt eat for breakfast?';
const POINT = 'Nobody knew the uses of coal beforehand.';
const DUG = 'Newcomen’s pump drained the first mine in 1712.';

/** The model of Claude Code: searches the library until it gets the words, and then repeats them. */
function claude({ body, text }: ProviderRequest): Script {
  const last = JSON.stringify((body['messages'] as readonly unknown[]).at(-1));
  const [query, words, answer] = text.includes('Newcomen')
    ? ['Newcomen mine', DUG, 'It was drained in 1712.']
    : ['uses of coal', COAL, FOUND];
  if (last.includes('tool_result') && last.includes(words)) return { pieces: [answer] };
  return { pieces: ['I look. ', { tool: { name: 'mcp__warren__search_library', input: { query } } }] };
}

const citing = { citation: { documentIndex: 0, citedText: FOUND } };
const next = { nextBlock: true } as const;
const roles = answerByRole({
  titler: 'The uses of coal',
  strategist: ({ body }) =>
    JSON.stringify((body['messages'] as readonly unknown[]).at(-1)).includes(TANGENT)
      ? 'Porridge, perhaps.'
      : { pieces: [FOUND, citing, next] },
  writer: () => ({ pieces: ['<draft title="Steam">', next, FOUND, citing, next, '</draft>'] }),
  'point-writer': JSON.stringify({ points: [{ text: POINT, sentence: FOUND }] }),
  evaluator: ({ text }) =>
    text.includes(`<message>${POINT}`)
      ? JSON.stringify({
          points: [{ id: 'p1', verdict: 'expressed', confidence: 0.9, quote: POINT }],
          recalledPointIds: ['p1'],
          feedback: '',
        })
      : '{"points":[],"recalledPointIds":[],"feedback":""}',
  explorer: DUG,
});

/** A home for the real CLI. One double is the provider of the CLI and of Warren. */
const test = base.extend<{ requests: ProviderRequest[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures this one needs
  requests: ({}, provide) => provide([]),
  environment: ({ requests }, provide) =>
    withClaude(
      {
        settings: { permissions: { allow: ['mcp__warren'] } },
        answer(request) {
          requests.push(request);
          const { tools = [], system = '' } = request.body as { tools?: readonly unknown[]; system?: unknown };
          if (tools.length > 0) return claude(request);
          return JSON.stringify(system).includes('Claude Code') ? { pieces: ['{"title": "Coal"}'] } : roles(request);
        },
      },
      ({ env }) => provide({ ...env, WARREN_OFFLINE: '', WARREN_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' }),
    ),
});
test.skip(isCliMissing, CLI_IS_MISSING);
test.beforeEach(({ page }) => fetchLittle(page));

const said = (page: Page, words: string) => page.locator('[data-author=assistant]').filter({ hasText: words }).last();

async function ask(page: Page, field: string, words: string): Promise<void> {
  await page.getByRole('textbox', { name: field }).fill(words);
  await page.keyboard.press('Enter');
}

test('a finding in a terminal is explored, written, recalled, followed further and found there again', async ({
  page,
  ownWarren: warren,
  environment,
  requests,
}) => {
  await warren.api('POST', '/api/library/sources', { sources: [{ title: 'Coal memo', content: COAL }] });
  const keptFrom = page.getByRole('region', { name: 'Kept from' }).getByRole('link');

  await warren.open(page, '/terminals');
  await page.getByRole('button', { name: 'New session' }).click();
  const opening = page.getByRole('dialog');
  await opening.getByRole('combobox', { name: 'Folder' }).fill(path.join(String(environment['HOME']), 'project'));
  await opening.getByRole('combobox', { name: 'Let Claude use your library' }).selectOption('The whole library');
  await opening.getByText('Model, arguments and keys').click();
  await opening.getByRole('checkbox', { name: /Bill the API key/u }).check();
  await opening.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.xterm-rows')).toContainText('❯');
  const terminal = new URL(page.url()).pathname;
  await page.keyboard.press('F2');
  await ask(page, 'Message Claude Code', 'What does my library say about the uses of coal?');
  await expect(page.getByRole('list', { name: 'Passages' }).getByRole('link', { name: 'Coal memo' })).toBeVisible();
  await expect(said(page, FOUND)).toBeVisible();

  await test.step('an exploration starts from the answer, which is kept and cited', async () => {
    await press(said(page, FOUND), 'Explore this answer', page.getByText(`Kept as “${FOUND}”`));
    await ask(page, 'Your message', 'Who knew the uses of coal?');
    await said(page, FOUND)
      .getByRole('button', { name: `Source 1: ${FOUND}` })
      .click();
    await expect(keptFrom).toHaveAttribute('href', new RegExp(`^${terminal}#.`, 'u'));
    await page.keyboard.press('Escape');
    await settled(page);
  });

  await test.step('a tangent is cut out, and the writer never reads it', async () => {
    await ask(page, 'Your message', TANGENT);
    await expect(said(page, 'Porridge, perhaps.')).toHaveAttribute('data-status', 'complete');
    await settled(page);
    // The proposed name arrives after the dialog has opened.
    await page.route('**/name-tangent-*', (route) => sleep(500).then(() => route.continue()));
    await said(page, 'Porridge, perhaps.').hover();
    await said(page, 'Porridge, perhaps.').getByRole('button', { name: 'This was a tangent' }).click();
    await page.getByRole('button', { name: 'Take it out' }).click();
    await expect(page.getByText(/^You took .+ out as a tangent\.$/u)).toBeVisible();
    await page.getByRole('group', { name: 'Mode' }).getByRole('button', { name: 'Draft' }).click();
    await ask(page, 'Your message', 'Write it for LinkedIn');
    await expect(page.getByRole('region', { name: 'The text of the draft' })).toContainText(FOUND);
    await settled(page);
    const written = requests.filter((request) => roleOf(request) === 'writer');
    expect(written.map(({ text }) => [text.includes('Who knew'), text.includes(TANGENT)])).toEqual([[true, false]]);
  });

  await test.step('the draft cites the answer, and a point made from it is recalled', async () => {
    const draft = page.getByRole('region', { name: 'Draft', exact: true });
    await draft.getByRole('button', { name: `Source 1: ${FOUND}` }).click();
    await expect(keptFrom).toHaveAttribute('href', new RegExp(`^${terminal}#.`, 'u'));
    await page.keyboard.press('Escape');
    await draft.getByRole('button', { name: 'Make recall points' }).click();
    const points = page.getByRole('dialog', { name: 'Make recall points' });
    await points.getByRole('button', { name: 'Propose points' }).click();
    await expect(points.getByRole('textbox', { name: 'Point 1', exact: true })).toHaveValue(POINT);
    await points.getByRole('button', { name: 'Add 1 point' }).click();
    await page.getByRole('button', { name: 'Recall now' }).click();
    await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  });

  await test.step('a message in a rabbit hole of the draft is kept', async () => {
    await open(page, 'any order');
    await settled(page);
    await said(page, DUG).hover();
    await said(page, DUG).getByRole('button', { name: 'Keep as source' }).click();
    await expect(page.getByText(`Kept as “${DUG}”`)).toBeVisible();
    await comeBack(page);
    await say(page, POINT);
    await expect(covered(page)).toBeVisible();
  });

  await test.step('Claude Code finds it, and it leads back into the rabbit hole', async () => {
    await page.goto(new URL(terminal, page.url()).href);
    await ask(page, 'Message Claude Code', 'When did Newcomen drain a mine?');
    await expect(said(page, 'It was drained in 1712.')).toBeVisible();
    await page.getByRole('list', { name: 'Passages' }).last().getByRole('link', { name: DUG }).click();
    await expect(page.getByRole('region', { name: 'Reader' }).getByText('from an agent')).toBeVisible();
    await keptFrom.click();
    await expect(page.getByRole('dialog', { name: 'any order' }).getByText(DUG)).toBeVisible();
  });
});
