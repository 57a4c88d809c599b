import { randomUUID } from 'node:crypto';

import { beforeEach, expect, test } from 'vitest';

import { tablesOf, type Database } from '#database/server/database.ts';
import type { LastAction } from '#undo/protocol.ts';
import { undoRoutes } from '#undo/server/routes.ts';
import type { UndoTables } from '#undo/server/tables.ts';
import { createUndoLog } from '#undo/server/undo-log.ts';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import type { VoicesAnswer } from '../protocol.ts';
import { createPerson } from './people.ts';
import type { AccountTables, VoiceTables } from './tables.ts';
import { voiceUndoHandlers } from './voice-actions.ts';
import { voiceRoutes } from './voice-routes.ts';
import { readVoices } from './voices.ts';

onDatabase('voices', (open) => {
  let database: Database<VoiceTables>;
  let ada: string;
  let grace: string;
  let now: number;

  beforeEach(async () => {
    const opened = await open();
    database = tablesOf<VoiceTables>(opened);
    now = 1_790_000_000_000;
    const people = { database: tablesOf<AccountTables>(opened), onCreated: [], now: () => (now += 1) };
    ada = (await createPerson(people, { name: 'Ada' })).id;
    grace = (await createPerson(people, { name: 'Grace' })).id;
  });

  async function ask(person: string, call: string, body?: unknown): Promise<unknown> {
    const clock = () => (now += 1);
    const [method, url = ''] = call.split(' ');
    const platform = /^\/api\/voices\/platforms\/(.+)$/u.exec(url)?.[1];
    const path = platform === undefined ? url : '/api/voices/platforms/:platform';
    const routes = [
      ...voiceRoutes({ database, undo: createUndoLog({ now: clock, newId: () => randomUUID() }), now: clock }),
      ...undoRoutes({
        database: database as unknown as Database<UndoTables>,
        handlers: voiceUndoHandlers,
        now: clock,
      }),
    ];
    const found = routes.find((route) => route.path === path && route.method === method)!;
    return await found.handle({
      person,
      params: platform === undefined ? {} : { platform },
      query: undefined,
      body: found.body?.parse(body),
    });
  }
  const read = async (person: string) => (await ask(person, 'GET /api/voices')) as VoicesAnswer;

  test('everyone edits their own rules, and all can read and choose them', async () => {
    await ask(grace, 'PUT /api/voices/personal', { rules: ['  Short\nsentences. '] });
    expect(await read(ada)).toMatchObject({
      people: [
        { name: 'Ada', rules: [] },
        { name: 'Grace', rules: ['Short sentences.'] },
      ],
    });
    expect(await readVoices(database.read, { person: ada, personId: grace })).toMatchObject({
      userName: 'Ada',
      personName: 'Grace',
      personal: ['Short sentences.'],
    });
  });

  test('only the first person edits the rules for everyone, and all can read them', async () => {
    for (const voice of ['company', 'platforms/linkedin'])
      await expect(ask(grace, `PUT /api/voices/${voice}`, { rules: ['Shout.'] })).rejects.toMatchObject({
        message: 'Only Ada edits the rules that are common to all.',
        detail: { reason: 'not-yours' },
      });
    await ask(ada, 'PUT /api/voices/company', { rules: ['We say “we”.'] });
    await ask(ada, 'PUT /api/voices/platforms/linkedin', { rules: ['No hashtags.'] });
    expect(await read(grace)).toMatchObject({
      company: ['We say “we”.'],
      platforms: { linkedin: ['No hashtags.'], thread: [] },
      editor: 'Ada',
      mayEditCompany: false,
    });
    await expect(ask(ada, 'PUT /api/voices/platforms/telegram', { rules: [] })).rejects.toThrow('no such platform');
  });

  test('the company alone and a removed person have no personal rules', async () => {
    await ask(ada, 'PUT /api/voices/personal', { rules: ['Plain words.'] });
    await ask(ada, 'PUT /api/voices/company', { rules: ['We say “we”.'] });
    for (const personId of [null, randomUUID()])
      expect(await readVoices(database.read, { person: ada, personId })).toEqual({
        userName: 'Ada',
        personName: null,
        personal: [],
        company: ['We say “we”.'],
        platform: [],
      });
  });

  test('a change can be undone, unless the rules were changed again since', async () => {
    await ask(ada, 'PUT /api/voices/personal', { rules: ['One.'] });
    await ask(ada, 'PUT /api/voices/personal', { rules: ['Two.'] });
    const last = async () => ((await ask(ada, 'GET /api/undo')) as LastAction).last!;
    const second = await last();
    expect(second.label).toBe('Changed your voice');
    await ask(ada, 'PUT /api/voices/personal', { rules: ['Three.'] });
    await expect(ask(ada, 'POST /api/undo', { id: second.id })).rejects.toMatchObject({
      detail: { reason: 'changed-since' },
    });
    await ask(ada, 'POST /api/undo', { id: (await last()).id });
    expect((await read(ada)).people[0]?.rules).toEqual(['Two.']);
  });

  test.each([
    [['x'.repeat(501)], 'A rule has at most 500 characters.'],
    [[' \n '], 'A rule has at least one word.'],
    [Array.from({ length: 51 }, (_, index) => `Rule ${index}.`), 'A voice has at most 50 rules.'],
  ])('rules that are too long, empty or too many are refused with the limit', async (rules, message) => {
    await expect(ask(ada, 'PUT /api/voices/personal', { rules })).rejects.toThrow(message);
    expect((await read(ada)).people[0]?.rules).toEqual([]);
  });
});
