import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { ModelSettings, RoleTryResult } from '#language-model/protocol.ts';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { answerByRole } from '../../fixtures/provider/by-role.ts';
import { createProviderDouble, type ProviderDouble } from '../../fixtures/provider/provider-double.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { type Server, startServer } from '../../fixtures/server/start-server.ts';
import { connect, type WireClient } from '../../fixtures/server/wire-client.ts';

/** Models through the real server, with the double in place of Anthropic. */
const SERVER_KEY = 'sk-ant-api03-key-of-the-whole-server';
const OWN_KEY = 'sk-ant-api03-key-of-one-person-abcd';

let home: string;
let double: ProviderDouble;
let server: Server;

beforeEach(async () => {
  home = temporaryFolder();
  double = await createProviderDouble({ answer: answerByRole({ tutor: 'What else comes to mind?' }) });
});
afterEach(async () => {
  await double.close();
});

async function start(environment: NodeJS.ProcessEnv = {}): Promise<void> {
  const own = { ANTHROPIC_API_KEY: SERVER_KEY, ANTHROPIC_BASE_URL: double.url };
  server = await startServer({ home, environment: { ...own, ...environment } });
}

async function begin(): Promise<{ session: string; client: WireClient }> {
  const { session } = await beginSession(apiOf(server), ['Caffeine blocks adenosine receptors.']);
  const client = await connect(server);
  await client.ask({ type: 'subscribe', session });
  return { session, client };
}

test('a person’s key survives a restart and cannot be read anywhere', async () => {
  await start();
  await apiOf(server)('PUT', '/api/models/providers/anthropic', { key: OWN_KEY });
  await server.close();
  await start();
  const { providers } = await apiOf(server)<ModelSettings>('GET', '/api/models');
  expect(providers[0]).toMatchObject({ key: 'own', keyEnd: 'abcd' });
  double.answer(() => ({ status: 401, message: `invalid x-api-key ${OWN_KEY}` }));
  const tried = await apiOf(server)<RoleTryResult>('POST', '/api/models/roles/tutor/try', {});
  expect(tried).toMatchObject({ ok: false, message: expect.stringContaining('rejected the key') as unknown });
  expect(double.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${OWN_KEY}`);
  await server.close();
  const everything = [JSON.stringify(tried), server.log(), ...filesOf(home)].join('\n');
  for (const key of [OWN_KEY, SERVER_KEY]) expect(everything).not.toContain(key);
});

test('a provider that repeats the request in its error reveals nothing of it', async () => {
  double.answer(({ text }) => ({ status: 400, message: `invalid input: ${text}` }));
  await start();
  const { session, client } = await begin();
  await client.ask({ type: 'user_message', session, content: 'Tea is a drink.' });
  const noted = await client.find('trouble_noted');
  expect(noted.problem.message).toMatch(/did not accept the request for the evaluator’s model/);
  expect(await client.find('assistant_complete')).toMatchObject({ agent: 'Embedded tutor' });
  const events = await apiOf(server)<unknown>('GET', `/api/sessions/${session}/events?before=99`);
  await server.close();
  const everything = [client.frames.join('\n'), JSON.stringify(events), server.log()].join('\n');
  expect(everything).not.toMatch(/adenosine|receptors|invalid input/);
});

/** The contents of a folder as text. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
}
