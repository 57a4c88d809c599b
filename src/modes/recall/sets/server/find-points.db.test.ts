import { expect, test } from 'vitest';

import { beginSession } from '#session/server/live/begin-session.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import { newId } from '../../../../../fixtures/spine/world.ts';
import type { FoundPoints, SetSummary } from '../protocol.ts';

onDatabase('points found by what is typed', (open) => {
  test('whole words rank first, accents and case do not matter, and sets with an open session stay hidden', async () => {
    const { call, callAs, world, running, person } = await openRecallWorld(await open());
    const add = async (title: string, ...points: string[]) => {
      const { id } = await call<SetSummary>('POST', '/api/recall/sets', { title });
      for (const text of points) await call('POST', `/api/recall/sets/${id}/points`, { text });
      return id;
    };
    const find = async (q: string, as = call) =>
      (await as<FoundPoints>('GET', `/api/recall/points?q=${encodeURIComponent(q)}`)).points.map(({ text }) => text);
    await add(
      'Tides',
      'Seals rest on ice.',
      'Zürich has no sea.',
      'The Baltic Sea is brackish.',
      'Nausea is common at sea.',
    );
    await add(
      'Forms',
      'The ther\u{AD}mo\u{200B}cline is sharp.',
      'An eﬃcient ﬂeet.',
      'The buoy ＢＸ７７.',
      'Schönes Gefäß',
    );
    expect(await find('thermocline')).toEqual(['The ther\u{AD}mo\u{200B}cline is sharp.']);
    expect(await find('efficient fleet')).toEqual(['An eﬃcient ﬂeet.']);
    expect(await find('bx77')).toEqual(['The buoy ＢＸ７７.']);
    expect(await find('gefass')).toEqual(['Schönes Gefäß']);
    expect(await find('schoenes')).toEqual(['Schönes Gefäß']);
    await add('Towns', 'Goes lies in Zeeland.', 'Köln', 'Koeln-Deutz');
    expect(await find('koeln')).toEqual(['Köln', 'Koeln-Deutz']);
    expect(await find('Köln')).toEqual(['Köln', 'Koeln-Deutz']);
    const asked = await add('Winds', 'The sea breeze blows by day.');
    const found = await find('sea');
    expect(found).toHaveLength(5);
    expect([found[0], found.at(-1)]).toEqual(['Zürich has no sea.', 'Seals rest on ice.']);
    expect(await find('ZURICH sea')).toEqual(['Zürich has no sea.']);
    expect(await find('%')).toEqual([]);
    expect(await find('sea', callAs((await world.addPerson()) as never))).toEqual([]);
    await beginSession(running.spine, { person, id: newId(), mode: 'recall', options: { setId: asked } });
    expect(await find('breeze')).toEqual([]);
    expect(await find('baltic')).toEqual(['The Baltic Sea is brackish.']);
  });
});
