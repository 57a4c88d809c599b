import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { TutorRequest } from '#modes/recall/tutor/domain/tutor-request.ts';
import { createModelTutor } from '#modes/recall/tutor/server/model-tutor.ts';
import { openSqlite } from '#platform/database/engines/sqlite.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';

import { roleOf } from '../../../../../fixtures/provider/by-role.ts';
import { createModelWorld, type ModelWorld } from '../../../../../fixtures/provider/model-world.ts';
import { say } from '../../../../../fixtures/provider/script.ts';
import type { DetectorMessage } from '../../domain/detection.ts';
import { curiousTurn } from '../../domain/rabbithole-mode.ts';
import { createModelExplorer } from '../rabbithole-contribution.ts';

let folder: string;
let store: OpenDatabase;
let world: ModelWorld;
let person: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'warren-interleaving-'));
  store = await openSqlite(path.join(folder, 'warren.db'));
  world = await createModelWorld(store, { serverKey: 'sk-ant-of-the-server' });
  person = await world.person('Ada');
});
afterAll(async () => {
  await world.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = { session: 'a-session', signal: new AbortController().signal };
const coffee = { topic: 'Coffee houses', setName: 'Caffeine and sleep', setDescription: 'How it keeps us awake.' };
const goats = { topic: 'Goats of Ethiopia', setName: 'Caffeine and sleep', setDescription: '' };

const inHole = (topic: string, said: number): readonly DetectorMessage[] => [
  { author: 'person', content: curiousTurn(topic) },
  ...Array.from({ length: said }, (_, index): readonly DetectorMessage[] => [
    { author: 'assistant', content: `${topic} have a story ${index}.` },
    { author: 'person', content: `${topic}, what of them ${index}?` },
  ]).flat(),
];
const onTrunk = (said: number): TutorRequest => ({
  title: 'Caffeine and sleep',
  instructions: '',
  history: Array.from({ length: said + 1 }, (_, index): readonly DetectorMessage[] => [
    { author: 'assistant', content: `Which receptors are blocked ${index}?` },
    { author: 'person', content: `Adenosine, I would say ${index}.` },
  ]).flat(),
  intent: 'answers',
  recalledBefore: [],
  recalledNow: [],
  tell: null,
  probe: {
    point: { id: 'p', text: 'Caffeine blocks the receptors of adenosine', context: '' },
    rung: 'open',
    asked: said,
  },
  isNewPoint: false,
  verdictOnLast: null,
  feedback: 'Nothing of the open points was said.',
  missing: '',
  remaining: 2,
  begun: null,
});

type Speaker = 'tutor' | 'coffee' | 'goats';

/** A tutor and the agents of two holes, with three replies each, called in turn. */
async function createSpeakers(): Promise<Readonly<Record<Speaker, () => AsyncIterator<unknown>>>> {
  const tutorModel = await world.models.of(store.read, person, 'tutor');
  const explorerModel = await world.models.of(store.read, person, 'explorer');
  const tutor = createModelTutor(tutorModel!);
  const holes = [coffee, goats].map((around) => createModelExplorer(explorerModel!, around));
  const asked = { tutor: 0, coffee: 0, goats: 0 };
  return {
    tutor: () => tutor.reply(onTrunk(asked.tutor++), call)[Symbol.asyncIterator](),
    coffee: () => holes[0]!.reply(inHole(coffee.topic, asked.coffee++), call)[Symbol.asyncIterator](),
    goats: () => holes[1]!.reply(inHole(goats.topic, asked.goats++), call)[Symbol.asyncIterator](),
  };
}

/** Lets them speak in this order, overlapping, and returns the requests of each. */
async function speak(order: readonly Speaker[]): Promise<Readonly<Record<Speaker, readonly string[]>>> {
  const from = world.double.requests.length;
  const gate = Promise.withResolvers<void>();
  world.double.answer(() => say('Well, ', gate.promise, 'there.'));
  const speakers = await createSpeakers();
  const streams: AsyncIterator<unknown>[] = [];
  for (const speaker of order) {
    const stream = speakers[speaker]();
    expect(await stream.next()).toEqual({ done: false, value: 'Well, ' });
    streams.push(stream);
  }
  gate.resolve();
  for (const stream of streams.toReversed()) {
    expect(await stream.next()).toEqual({ done: false, value: 'there.' });
    expect(await stream.next()).toMatchObject({ done: true });
  }
  const requests = world.double.requests.slice(from);
  expect(requests.map(roleOf)).toEqual(order.map((speaker) => (speaker === 'tutor' ? 'tutor' : 'explorer')));
  const sentBy = (speaker: Speaker) => requests.filter((_, index) => order[index] === speaker).map(({ text }) => text);
  return { tutor: sentBy('tutor'), coffee: sentBy('coffee'), goats: sentBy('goats') };
}

/** Every interleaving of two speakers' turns. */
function orders(one: Speaker, other: Speaker, turns: readonly [number, number]): readonly (readonly Speaker[])[] {
  const [left, right] = turns;
  if (left === 0 && right === 0) return [[]];
  return [
    ...(left > 0 ? orders(one, other, [left - 1, right]).map((rest) => [one, ...rest]) : []),
    ...(right > 0 ? orders(one, other, [left, right - 1]).map((rest) => [other, ...rest]) : []),
  ];
}

test('in any interleaving, each request equals the one without the other speaker', async () => {
  const alone = {
    tutor: (await speak(['tutor', 'tutor', 'tutor'])).tutor,
    coffee: (await speak(['coffee', 'coffee', 'coffee'])).coffee,
  };
  const all = orders('tutor', 'coffee', [3, 3]);
  expect(all).toHaveLength(20);
  for (const order of all) expect(await speak(order), order.join(' ')).toEqual({ ...alone, goats: [] });
});

test('the same holds for two holes, sequential or concurrent', async () => {
  const alone = { coffee: (await speak(['coffee', 'coffee'])).coffee, goats: (await speak(['goats', 'goats'])).goats };
  for (const order of orders('coffee', 'goats', [2, 2]))
    expect(await speak(order), order.join(' ')).toEqual({ ...alone, tutor: [] });
});

test('neither’s rules, history or points are in the other’s request', async () => {
  const sent = await speak(['tutor', 'coffee', 'goats', 'tutor', 'coffee', 'goats']);
  for (const text of sent.tutor) expect(text).not.toMatch(/Coffee houses|Goats|curious|conversation partner/);
  for (const text of [...sent.coffee, ...sent.goats]) expect(text).not.toMatch(/tutor|receptors|I would say|<turn>/i);
  for (const text of sent.coffee) expect(text).not.toContain('Goats');
  for (const text of sent.goats) expect(text).not.toContain('Coffee houses');
});
