import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { serverModes } from '#modes/server-modes.ts';
import type { SessionSummary } from '#session/protocol.ts';

import { echoContribution } from '../../../fixtures/echo/echo-contribution.ts';
import { apiOf } from '../../../fixtures/server/child-server.ts';
import { startServer } from '../../../fixtures/server/start-server.ts';
import { connect } from '../../../fixtures/server/wire-client.ts';

const TOP = path.resolve(import.meta.dirname, '../../..');

/** Starts Warren with one more mode through the real composition root. */
async function startWithEcho() {
  const modes = [...serverModes, echoContribution()];
  const server = await startServer({ environment: { WARREN_OFFLINE: '1' }, modes });
  const client = await connect(server);
  onTestFinished(() => client.close());
  return { api: apiOf(server), client };
}

test('a mode added to the composition begins, answers with a part, reports, and is listed', async () => {
  const { api, client } = await startWithEcho();
  const { session } = await api<SessionSummary>('POST', '/api/sessions', { id: randomUUID(), mode: 'echo' });
  await client.ask({ type: 'subscribe', session });
  await client.ask({ type: 'user_message', session, content: 'Hello there?' });
  expect(await client.find('assistant_complete')).toMatchObject({
    content: 'Hello there?',
    agent: 'Echo',
    parts: [{ id: 'length', type: 'length', characters: 12 }],
  });
  expect(await client.find('chat_message')).toMatchObject({ message: { id: 'echo_tally', content: '1 heard' } });
  const { sessions } = await api<{ sessions: SessionSummary[] }>('GET', '/api/sessions');
  expect(sessions).toMatchObject([{ session, mode: 'echo', title: 'Echo', lastLine: '1 heard', needsYou: true }]);
});

test('Warren’s own modes work with it', async () => {
  const { api } = await startWithEcho();
  const { sets } = await api<{ sets: { id: string }[] }>('GET', '/api/recall/sets');
  const begin = { id: randomUUID(), mode: 'recall', setId: sets[0]?.id };
  expect(await api('POST', '/api/sessions', begin)).toMatchObject({ mode: 'recall', status: 'open' });
});

/** The files that AGENTS.md names for a new mode. */
function filesOfGuide(): string[] {
  const guide = readFileSync(path.join(TOP, 'AGENTS.md'), 'utf8');
  const rule = /- A new mode is [\s\S]*?(?=\n- |\n\n)/.exec(guide)?.[0] ?? '';
  return [...rule.matchAll(/`(src\/[\w/-]+\.ts)`/g)].map(([, file = '']) => file).toSorted();
}

/** Commands, and readers of files, that belong to a single mode. */
const OF_ONE_MODE =
  /^cli\/(?:eval|attaching|people)\/|^cli\/(?:commands\/(?:attach|export|status)|adding\/import-deck|export-child|exports-contribution|write-deck)\.ts$|^platform\/pty\/|^platform\/reading\/(?:create-package-reader\.ts$|formats\/anki\/)/u;

/** The files outside the modes' own folders that import a mode. */
function filesThatNameModes(): string[] {
  const all = readdirSync(path.join(TOP, 'src'), { recursive: true, encoding: 'utf8' });
  return all
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !/^modes\/[\w-]+\//.test(file) && !OF_ONE_MODE.test(file))
    .filter((file) =>
      /from '#modes\/[\w-]+\/|import\('#modes\/[\w-]+\//.test(readFileSync(path.join(TOP, 'src', file), 'utf8')),
    )
    .map((file) => `src/${file}`)
    .toSorted();
}

test('AGENTS.md lists exactly the files outside its folder that a new mode touches', () => {
  expect(filesThatNameModes()).toEqual(filesOfGuide());
});
