import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';

import type { Worker } from '@playwright/test';

import type { PromptsAnswer } from '#modes/terminal/prompts/protocol.ts';
import type { TerminalsAnswer } from '#modes/terminal/protocol.ts';
import type { ShownNotice } from '#notifications/protocol.ts';

import { ChatAnswers } from '../fixtures/claude/chat/chat-answers.ts';
import { readEvents } from '../fixtures/claude/read-events.ts';
import { startPushService } from '../fixtures/push/push-service.ts';
import { connect } from '../fixtures/server/wire-client.ts';
import { expectAccessibleInEveryLook } from './accessible.ts';
import { test as base, expect } from './warren.ts';
import { CLI_IS_MISSING, isCliMissing, withClaude } from './with-claude.ts';

const answers = new ChatAnswers();
/** The bodies of the requests that Claude Code sent to its model. */
const requests: string[] = [];
const answer: typeof answers.answer = (request) => {
  requests.push(JSON.stringify(request.body));
  return answers.answer(request);
};

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures this one needs
  environment: ({}, provide) =>
    withClaude({ answer }, ({ env }) =>
      provide({ ...env, WARREN_OFFLINE: '', WARREN_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' }),
    ),
});
test.use({ serviceWorkers: 'allow' });
test.skip(isCliMissing, CLI_IS_MISSING);

/** The browser of the tests, as the list of sign-ins names it. */
const DEVICE = 'Chrome on Linux';

interface Shown {
  readonly title: string;
  readonly options: { readonly body: string; readonly data: object; readonly actions: { readonly title: string }[] };
}
interface WorkerScope {
  readonly shown: Shown[];
  readonly registration: { showNotification: (title: string, options: object) => Promise<void> };
  readonly ExtendableEvent: typeof Event;
}

/** The headless browser shows no notifications, so the worker's requests to show one are collected. */
const keepShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = Object.assign(self as unknown as WorkerScope, { shown: [] as object[] });
    scope.registration.showNotification = (title, options) =>
      Promise.resolve(void scope.shown.push({ title, options } as Shown));
  });
const lastShown = (worker: Worker) => worker.evaluate(() => (self as unknown as WorkerScope).shown.at(-1));
const countShown = (worker: Worker) => worker.evaluate(() => (self as unknown as WorkerScope).shown.length);
/** Delivers a push to the worker, and clicks a button of the notification. */
const push = (worker: Worker, notice: ShownNotice) =>
  worker.evaluate((given) => {
    const { ExtendableEvent } = self as unknown as WorkerScope;
    dispatchEvent(Object.assign(new ExtendableEvent('push'), { data: { json: () => given } }));
  }, notice);
const click = (worker: Worker, data: object, action: string) =>
  worker.evaluate(
    (clicked) => {
      const { ExtendableEvent } = self as unknown as WorkerScope;
      const notification = { data: clicked.data, tag: 'tag', close: () => undefined };
      dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification, action: clicked.action }));
    },
    { data, action },
  );

test('a prompt is answered once, by a notification or on its answer page, and the log has the device', async ({
  ownWarren,
  context,
  page,
  browser,
  environment,
}) => {
  const { server, api } = ownWarren;
  const service = await startPushService();
  const folder = path.join(String(environment['HOME']), 'project');
  const { publicKey } = await api<{ publicKey: string }>('GET', '/api/notifications');
  const choices = { kinds: ['waits'], withWords: false, dueAt: 480, daysOff: [] };
  await api('PUT', '/api/notifications/choices', choices);
  await ownWarren.open(page, '/settings/notifications');
  await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/api/notifications/device', { method: 'PUT', headers, body: JSON.stringify(body) });
      await navigator.serviceWorker.ready;
    },
    await service.subscribe('browser', publicKey),
  );
  await page.reload();
  await page.getByRole('checkbox', { name: 'Quote the session’s latest words' }).click();
  const quotes = async () =>
    (await api<{ devices: { withWords: boolean }[] }>('GET', '/api/notifications')).devices.map(
      (each) => each.withWords,
    );
  await expect.poll(quotes).toEqual([true]);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await keepShown(worker);

  const { session } = await api<{ session: string }>('POST', '/api/terminals', { folder, billsKey: true });
  const client = await connect(server);
  const rests = () =>
    expect.poll(async () => (await api<TerminalsAnswer>('GET', '/api/terminals')).terminals[0]?.status).toBe('idle');
  const say = async (content: string) => {
    await rests();
    expect(await client.ask({ type: 'chat_input', session, content })).toMatchObject({ type: 'accepted' });
  };
  const prompts = () => api<PromptsAnswer>('GET', `/api/sessions/${session}/prompts`);
  const waiting = async (toolName: string) => {
    await expect.poll(async () => (await prompts()).prompts.map((each) => each.toolName)).toEqual([toolName]);
    return `${server.url}/answer.html#${session}/${(await prompts()).prompts[0]?.permissionId ?? ''}`;
  };
  const notices = () => service.received.map(({ notice }) => notice);
  const resolved = async () =>
    (await readEvents(server, session)).flatMap((event) =>
      event.type === 'permission_resolved' ? [`${event.by} ${event.behavior} ${event.device}`] : [],
    );

  await say('need permission');
  await expect.poll(() => notices().length).toBe(1);
  await push(worker, notices()[0]!);
  await expect.poll(() => countShown(worker)).toBe(1);
  const first = (await lastShown(worker))!;
  const file = path.join(folder, 'made-it.md');
  expect(first.options).toMatchObject({
    body: `${file}\n+It is made.`,
    actions: [{ title: 'Allow' }, { title: 'Deny' }],
  });
  await click(worker, first.options.data, '0');
  await expect.poll(() => existsSync(file)).toBe(true);
  await expect.poll(() => notices()[1]?.kind).toBe('answered');
  await expect.poll(resolved).toEqual([`chat allow ${DEVICE}`]);

  await test.step('a second tap decides nothing and says so, and so does one from a signed-out browser', async () => {
    await click(worker, first.options.data, '1');
    await expect.poll(() => countShown(worker)).toBe(2);
    expect(await lastShown(worker)).toMatchObject({
      title: 'Your answer was not taken',
      options: { body: 'This has been answered already.', data: { path: notices()[0]?.path }, actions: [] },
    });
    const cookies = await context.cookies();
    await context.clearCookies();
    await click(worker, first.options.data, '0');
    await expect.poll(async () => (await lastShown(worker))?.options.body).toMatch(/^You are signed out/u);
    await context.addCookies(cookies);
  });

  await test.step('a denial', async () => {
    rmSync(file);
    await say('need permission once more');
    await expect.poll(() => notices().filter(({ kind }) => kind === 'waits').length).toBe(2);
    const asked = notices().findLast(({ kind }) => kind === 'waits')!;
    await push(worker, asked);
    await expect.poll(() => countShown(worker)).toBe(4);
    const { data } = (await lastShown(worker))!.options;
    await context.setOffline(true);
    await click(worker, data, '1');
    await expect.poll(() => countShown(worker)).toBe(5);
    expect(await lastShown(worker)).toMatchObject({
      title: 'Your answer was not taken',
      options: { body: 'Warren cannot be reached. Tap to look at it again.', data: { path: asked.path } },
    });
    await context.setOffline(false);
    await click(worker, data, '1');
    await expect.poll(resolved).toEqual([`chat allow ${DEVICE}`, `chat deny ${DEVICE}`]);
    await rests();
    expect(existsSync(file)).toBe(false);
  });

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    storageState: await context.storageState(),
  });
  const small = await phone.newPage();
  await test.step('a change of a file on the small page, on two devices', async () => {
    await say('write a file');
    const written = await waiting('Write');
    await page.goto(written);
    await page.getByRole('button', { name: 'Allow once' }).click();
    await expect(page.getByRole('heading', { name: 'Allowed' })).toBeFocused();
    const changed = await waiting('Edit');
    await small.goto(changed);
    await expect(small.locator('.removed')).toHaveText(/^-/u);
    await expect(small.locator('.added').first()).toHaveText(/^\+/u);
    await expectAccessibleInEveryLook(small, 'a change of a file to be allowed');
    await page.goto(changed);
    await page.getByRole('button', { name: 'Allow once' }).click();
    await expect(page.getByRole('heading', { name: 'Allowed' })).toBeVisible();
    await small.getByRole('button', { name: 'Deny and say why' }).click();
    await expect(small.getByRole('button', { name: 'Allow once' })).toBeHidden();
    await small.getByRole('button', { name: 'Back' }).click();
    await expect(small.getByRole('button', { name: 'Allow once' })).toBeVisible();
    await small.getByRole('button', { name: 'Deny', exact: true }).click();
    await expect(small.getByRole('heading', { name: 'This was answered already' })).toBeVisible();
    await expect(small.getByText(`Allowed in Warren, with ${DEVICE}.`)).toBeVisible();
  });

  await test.step('questions, for a person who has to sign in first and loses the network', async () => {
    await say('ask about two things');
    const asked = await waiting('AskUserQuestion');
    await phone.clearCookies();
    await small.goto(asked);
    await small.getByRole('textbox', { name: 'Your link' }).fill(ownWarren.link());
    await small.getByRole('button', { name: 'Sign in' }).click();
    await expect(small).toHaveURL(asked);
    await small.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(small.getByRole('alert')).toHaveText('Answer every question first.');
    await expectAccessibleInEveryLook(small, 'a question of Claude Code');
    for (const colour of ['Green', 'Blue'])
      await small.getByRole('checkbox', { name: new RegExp(colour, 'u') }).check();
    await small.getByRole('radio', { name: 'Other', exact: true }).check();
    await expect(small.getByRole('textbox', { name: 'Other: Which size?' })).toBeFocused();
    await small.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(small.getByRole('alert')).toHaveText('Answer every question first.');
    await small.getByRole('textbox', { name: 'Other: Which size?' }).fill('As small as a bee');
    await phone.setOffline(true);
    await small.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(small.getByRole('alert')).toContainText('cannot be reached');
    await phone.setOffline(false);
    await small.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(small.getByRole('heading', { name: 'Answered' })).toBeVisible();
    // The tool result in the request of Claude Code.
    const told = () => requests.findLast((body) => body.includes('tool_result') && body.includes('Which size?'));
    await expect.poll(told).toMatch(/Which colours\?[^]*Green, Blue[^]*Which size\?[^]*As small as a bee/u);
    await small.getByRole('link', { name: 'Open the session' }).click();
    await small.getByRole('button', { name: 'Chat', exact: true }).click();
    await expect(small.getByRole('log')).toContainText(`Allowed in Warren, with ${DEVICE}`);
  });

  await test.step('a prompt is allowed from now on, as the terminal offers it', async () => {
    await say('need permission');
    await small.goto(await waiting('Write'));
    await small.getByRole('button', { name: 'Allow, and allow all edits in this session' }).click();
    await expect(small.getByRole('heading', { name: 'Allowed' })).toBeVisible();
    await expect.poll(() => existsSync(file)).toBe(true);
    await rests();
    rmSync(file);
    await say('need permission');
    await expect.poll(() => existsSync(file)).toBe(true);
  });
  expect(service.faults).toEqual([]);
  await phone.close();
  await client.close();
  await service.close();
});
