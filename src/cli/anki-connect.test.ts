import { expect, onTestFinished, test } from 'vitest';

import type { AnkiDecks, AnkiOffer, DeckPreview } from '#modes/recall/sets/protocol.ts';
import type { ExportState } from '#person-data/protocol.ts';

import { openAnkiConnectDouble } from '../../fixtures/anki/anki-connect-double.ts';
import { readApkg } from '../../fixtures/anki/read-apkg.ts';
import { addPerson } from '../../fixtures/server/add-person.ts';
import { apiOf, type ChildServer } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';

const KEY = 'a key of theirs';

async function open(key?: string) {
  const anki = await openAnkiConnectDouble({ key: KEY });
  onTestFinished(() => anki.close());
  const environment = { WARREN_ANKI_CONNECT: anki.url, ...(key !== undefined && { WARREN_ANKI_CONNECT_KEY: key }) };
  const server = await startServer({ environment });
  return { anki, server, api: apiOf(server) };
}

/** A set with a point, and the package of all sets. */
async function exportBread(api: ReturnType<typeof apiOf>): Promise<void> {
  const { id } = await api<{ id: string }>('POST', '/api/recall/sets', { title: 'Bread' });
  await api('POST', `/api/recall/sets/${id}/points`, { question: 'What lifts dough?', text: 'Yeast' });
  await api('POST', '/api/recall/export', { format: 'apkg', sets: [id] });
  await expect.poll(async () => (await api<ExportState>('GET', '/api/recall/export')).isUnderWay).toBe(false);
}

function send({ url, token }: Pick<ChildServer, 'url' | 'token'>, path: string, body: string | Blob) {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  return fetch(`${url}${path}`, { method: 'POST', headers, body });
}

test('sets are sent to Anki, a deck is fetched and imported like any other file, and Anki keeps no file', async () => {
  const { anki, server, api } = await open(KEY);
  expect(await api<AnkiOffer>('GET', '/api/recall/anki')).toEqual({ isOffered: true });
  await exportBread(api);
  await api('POST', '/api/recall/anki/send');
  const [card] = readApkg(anki.decks.get('Bread') ?? new Uint8Array()).cards;
  expect(card?.fields).toMatchObject({ Question: 'What lifts dough?', Answer: 'Yeast' });
  expect(await api<AnkiDecks>('GET', '/api/recall/anki/decks')).toEqual({ decks: ['Bread'] });
  const taken = await send(server, '/api/recall/anki/take', JSON.stringify({ deck: 'Bread' }));
  const kept = await send(server, '/api/recall/decks/files', await taken.blob());
  const { file } = (await kept.json()) as { file: string };
  const preview = await api<DeckPreview>('GET', `/api/recall/decks/preview?file=${file}&name=Bread.apkg`);
  expect(preview).toMatchObject({ kind: 'package', sets: [{ title: 'Bread', known: 1 }] });
  expect(anki.media.size).toBe(0);
});

test('only the owner can reach Anki, and nobody without its address', async () => {
  const { anki, server } = await open(KEY);
  const other = apiOf(await addPerson(server, { home: server.home, name: 'Bo' }));
  expect(await other<AnkiOffer>('GET', '/api/recall/anki')).toEqual({ isOffered: false });
  for (const [method, path, body] of [
    ['GET', 'decks'],
    ['POST', 'take', { deck: 'Bread' }],
    ['POST', 'send'],
  ] as const)
    await expect(other(method, `/api/recall/anki/${path}`, body)).rejects.toThrow('not connected with an Anki');
  expect(anki.actions).toEqual([]);
  const without = apiOf(await startServer());
  expect(await without<AnkiOffer>('GET', '/api/recall/anki')).toEqual({ isOffered: false });
  await expect(without('GET', '/api/recall/anki/decks')).rejects.toThrow('not connected with an Anki');
});

test('each obstacle is explained in plain words', async () => {
  const { anki, api } = await open();
  const decks = () => api('GET', '/api/recall/anki/decks');
  await expect(decks()).rejects.toThrow('AnkiConnect asks for a key');
  const answers: [string, string][] = [
    ['{"result":null,"error":"unsupported action"}', 'AnkiConnect is too old'],
    ['{"result":null,"error":"collection is not available"}', 'No profile is open in Anki'],
    ['{"result":null,"error":"deck was not found"}', 'Anki refused it: deck was not found'],
    ['<html>A printer</html>', 'no AnkiConnect'],
    ['{"result":7,"error":null}', 'no AnkiConnect'],
    ['null', 'no AnkiConnect'],
  ];
  for (const [body, words] of answers) {
    anki.answerWith(body);
    await expect(decks(), body).rejects.toThrow(words);
  }
  const take = () => api('POST', '/api/recall/anki/take', { deck: 'Bread' });
  anki.answerWith('{"result":5,"error":null}');
  await expect(take()).rejects.toThrow('AnkiConnect is too old');
  anki.answerWith(`"${'x'.repeat(48 * 1_024 * 1_024)}"`);
  await expect(take()).rejects.toThrow('larger than 32 MB');
  await anki.close();
  await expect(decks()).rejects.toThrow('Anki cannot be reached');
});

test('a missing deck, and sets without a package, are refused', async () => {
  const { api } = await open(KEY);
  await expect(api('POST', '/api/recall/anki/take', { deck: 'Gone' })).rejects.toThrow('no deck of this name');
  await expect(api('POST', '/api/recall/anki/send')).rejects.toThrow('There is no export');
});
