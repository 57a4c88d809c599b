import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { dayOf } from '#day/domain/day.ts';

import { readApkg } from '../../../../../../fixtures/anki/read-apkg.ts';
import { readWhole } from '../../../../../../fixtures/anki/read-whole.ts';
import { onDatabase } from '../../../../../../fixtures/database/each-engine.ts';
import { temporaryFolder } from '../../../../../../fixtures/database/temporary-folder.ts';
import { openRecallWorld } from '../../../../../../fixtures/spine/recall-world.ts';
import { preferences, until } from '../../../../../../fixtures/spine/world.ts';
import type { StoredCard } from '../../../scheduling/domain/scheduling.ts';
import type { DeckFormat, DeckPreview, DeckProgress, RecallPoint, SetDetail, SetSummary } from '../../protocol.ts';
import { exportDeck } from './export-deck.ts';

const GIF = Uint8Array.from(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
const DAY = 86_400_000;

onDatabase('export of sets', (open) => {
  async function start() {
    const world = await openRecallWorld(await open());
    const { call, database, person, clock, grade } = world;
    const addSet = async (title: string, folder = '') => {
      const { id } = await call<SetSummary>('POST', '/api/recall/sets', { title });
      await call('PATCH', `/api/recall/sets/${id}`, { folder });
      return id;
    };
    const addPoint = (set: string, point: object) => call<RecallPoint>('POST', `/api/recall/sets/${set}/points`, point);
    /** Reviews a point at these times, each in a separate session. */
    async function reviewPoint(point: string, ratings: readonly (readonly [number, 1 | 2 | 3 | 4])[]) {
      const { now } = clock;
      const reviews: string[] = [];
      for (const [at, rating] of ratings) {
        clock.now = at;
        reviews.push(await grade(point, rating, 4_000));
      }
      clock.now = now;
      const { card, due_at: dueAt } = await database.read
        .selectFrom('point_cards')
        .select(['card', 'due_at'])
        .where('point_id', '=', point)
        .executeTakeFirstOrThrow();
      return { card: JSON.parse(card) as StoredCard, dueOn: dayOf(dueAt, preferences), reviews };
    }
    async function write(format: DeckFormat, sets: readonly string[] | null = null, points?: string[]) {
      const target = path.join(temporaryFolder(), 'file');
      const wanted = { format, sets: sets === null ? null : [...sets], points };
      await exportDeck({ read: database.read, person, preferences, wanted, target, now: clock.now });
      return new Uint8Array(readFileSync(target));
    }
    return { ...world, addSet, addPoint, reviewPoint, write };
  }

  test('a package has questions, points, decks, tags, images, and cards in the form of Anki', async () => {
    const { addSet, addPoint, reviewPoint, write, call, clock } = await start();
    const bread = await addSet('Bread', 'Food::Baking');
    const other = await addSet('Other');
    const asked = await addPoint(bread, { question: 'What lifts <dough>?', text: 'Yeast, $x^2$', tags: ['a::b', 'c'] });
    const plain = await addPoint(bread, { text: 'Salt\nslows it.', context: 'Salt' });
    const known = await addPoint(bread, { question: 'Who?', text: 'A baker' });
    await addPoint(other, { text: 'Elsewhere' });
    await call('POST', `/api/recall/points/${asked.id}/images?side=answer`, { bytes: GIF, mediaType: 'image/gif' });
    const first = clock.now - 40 * DAY;
    const { card, dueOn } = await reviewPoint(known.id, [
      [first, 3],
      [first + 3 * DAY, 1],
      [first + 5 * DAY, 4],
    ]);
    await call('POST', '/api/recall/points/change', { pointIds: [plain.id], change: { do: 'suspend' } });
    const { cards, media } = readApkg(await write('apkg', [bread]));
    expect(
      cards.map(({ fields, deck, tags, queue, dueOn: due, guid }) => [fields, deck, tags, queue, due, guid]),
    ).toEqual([
      [
        {
          Question: 'What lifts &lt;dough&gt;?',
          Answer: expect.stringMatching(/^Yeast, \\\(x\^2\\\)<br><img src="warren-[0-9a-f]{32}\.gif">$/),
          Context: '',
        },
        'Food::Baking::Bread',
        ['a::b', 'c'],
        0,
        null,
        asked.id,
      ],
      [
        { Point: 'Salt<br>slows it.', 'Asked by': 'Salt', Context: 'Salt' },
        'Food::Baking::Bread',
        [],
        -1,
        null,
        plain.id,
      ],
      [{ Question: 'Who?', Answer: 'A baker', Context: '' }, 'Food::Baking::Bread', [], 2, dueOn, known.id],
    ]);
    expect(Object.values(media)).toEqual([GIF]);
    expect(cards[2]).toMatchObject({ ivl: card.scheduled_days, reps: 3, lapses: card.lapses });
    expect(cards[2]?.data).toMatchObject({ dr: 0.9, lrt: Math.floor((first + 5 * DAY) / 1_000) });
    expect(cards[2]?.data['s']).toBeCloseTo(card.stability, 2);
    expect(cards[2]?.data['d']).toBeCloseTo(card.difficulty, 2);
    expect(cards[2]?.reviews).toEqual([
      { at: first, ease: 3, time: 4_000, type: 0 },
      { at: first + 3 * DAY, ease: 1, time: 4_000, type: 1 },
      { at: first + 5 * DAY, ease: 4, time: 4_000, type: 1 },
    ]);
  });

  test('an import of an exported package restores every character', async () => {
    const { addSet, addPoint, reviewPoint, write, call, clock, database, person } = await start();
    const set = await addSet('Bread', 'Food');
    const first = {
      question: 'What\n\n**lifts** `it` & <b>?',
      text: '- Yeast\n- $x < y$\n\n```\ncode\n```',
      context: 'A › B',
      tags: ['a::b'],
    };
    const second = { question: null, text: 'Salt # \\(x\\)', context: '', tags: [] };
    const known = await addPoint(set, first);
    const plain = await addPoint(set, second);
    await call('POST', `/api/recall/points/${known.id}/images?side=answer`, { bytes: GIF, mediaType: 'image/gif' });
    await call('POST', '/api/recall/points/change', { pointIds: [plain.id], change: { do: 'suspend' } });
    const at = clock.now - 20 * DAY;
    const { card, dueOn } = await reviewPoint(known.id, [
      [at, 3],
      [at + 4 * DAY, 2],
    ]);
    const cut = { timeZone: preferences.timeZone, dayStartsAt: preferences.dayStartsAt };
    await database.write(async (trx) => {
      const of = { id: 'import', person_id: person, started_at: clock.now, time_zone: cut.timeZone };
      await trx
        .insertInto('deck_imports')
        .values({ ...of, state: 'done', parts: '[]', day_starts_at: cut.dayStartsAt })
        .execute();
      const reviews = JSON.stringify([
        [at - 30 * DAY, 1, 7_000, 0],
        [at - 29 * DAY, 3, 6_000, 2],
      ]);
      await trx
        .insertInto('imported_histories')
        .values({ point_id: known.id, person_id: person, import_id: 'import', card: null, reviews, review_count: 2 })
        .execute();
    });
    const { points, left, images } = await readWhole(await write('apkg', [set]), { cut });
    expect(left).toEqual([]);
    expect(images.map(({ bytes }) => bytes)).toEqual([GIF]);
    expect(points).toMatchObject([
      {
        ...first,
        noteId: known.id,
        deck: 'Food::Bread',
        isSuspended: false,
        images: [{ side: 'answer' }],
        schedule: { state: 'review', reviews: 4, lapses: 0, intervalDays: card.scheduled_days, desiredRetention: 0.9 },
        reviews: [
          { at: at - 30 * DAY, rating: 1, durationMs: 7_000, kind: 'learning' },
          { at: at - 29 * DAY, rating: 3, durationMs: 6_000, kind: 'relearning' },
          { at, rating: 3, durationMs: 4_000, kind: 'review' },
          { at: at + 4 * DAY, rating: 2, durationMs: 4_000, kind: 'review' },
        ],
      },
      { ...second, noteId: plain.id, deck: 'Food::Bread', isSuspended: true, schedule: null, reviews: [] },
    ]);
    expect(dayOf(points[0]?.schedule?.dueAt ?? 0, cut)).toBe(dueOn);
    expect(points[0]?.schedule?.stability).toBeCloseTo(card.stability, 2);
  });

  test('siblings become one note; reviews at the same time get different times, and removed ones are absent', async () => {
    const { addSet, addPoint, reviewPoint, write, clock, database, person } = await start();
    const set = await addSet('Verbs');
    const text = 'Ser is permanent, estar is not.';
    const made = await Promise.all([
      addPoint(set, { question: '____ is permanent, estar is not.', text }),
      addPoint(set, { question: 'Ser is permanent, ____ (verb) is not.', text }),
    ]);
    const at = clock.now - 9 * DAY;
    let last = '';
    for (const [index, { id }] of made.entries()) {
      await database.write((trx) =>
        trx
          .updateTable('recall_points')
          .set({ note_id: 'guid', note_card: `c${index + 1}` })
          .where('id', '=', id)
          .execute(),
      );
      const { reviews } = await reviewPoint(id, [
        [at, 3],
        [at + DAY, 2],
      ]);
      last = reviews[1] ?? '';
    }
    await database.write((trx) =>
      trx
        .insertInto('review_disputes')
        .values({
          id: 'd',
          person_id: person,
          review_id: last,
          point_id: made[1]?.id ?? '',
          rating: 0,
          at: clock.now,
          undone_at: null,
        })
        .execute(),
    );
    const { cards } = readApkg(await write('apkg'));
    const verbs = cards.filter(({ deck }) => deck === 'Verbs');
    expect(verbs.map(({ guid, ord, fields, reviews }) => [guid, ord, fields['Text'], reviews.length])).toEqual([
      ['guid', 0, '{{c1::Ser}} is permanent, {{c2::estar::verb}} is not.', 2],
      ['guid', 1, '{{c1::Ser}} is permanent, {{c2::estar::verb}} is not.', 1],
    ]);
    expect(
      verbs.flatMap(({ reviews }) => reviews.map((each) => each.at)).toSorted((one, other) => one - other),
    ).toEqual([at, at + 1, at + DAY]);
  });

  test.each(['csv', 'markdown', 'json'] as const)(
    '%s of all sets is imported as what is there already',
    async (format) => {
      const { addSet, addPoint, write, call } = await start();
      const set = await addSet('Bread', 'Food');
      await addPoint(set, {
        question: 'What lifts dough?',
        text: 'Yeast\n\n# and time',
        context: 'A › B',
        tags: ['a::b'],
      });
      const name = { csv: 'a.csv', markdown: 'a.md', json: 'a.json' }[format];
      const sent = { stream: [await write(format)] };
      const { file } = await call<{ file: string }>('POST', '/api/recall/decks/files', sent);
      const preview = await call<DeckPreview>('GET', `/api/recall/decks/preview?file=${file}&name=${name}`);
      expect(preview.sets.find((each) => each.title === 'Food::Bread')).toEqual({
        title: 'Food::Bread',
        isNew: false,
        points: 0,
        known: 1,
        changed: 0,
        kept: 0,
        later: 0,
      });
      expect(preview.sets.every(({ points }) => points === 0)).toBe(true);
    },
  );

  test('JSON keeps the moment that a point came from, and an import restores it, even if the session is gone', async () => {
    const { addSet, addPoint, write, call, database, person } = await start();
    const set = await addSet('Git');
    await addPoint(set, { text: 'It searches by halves.' });
    const moment = { title: 'Fix the test', at: 1, messageId: 'terminal_1', second: null };
    await database.write((trx) =>
      trx
        .updateTable('recall_points')
        .set({ moment_session_id: 'gone', moment: JSON.stringify(moment) })
        .where('set_id', '=', set)
        .where('person_id', '=', person)
        .execute(),
    );
    const stream = [await write('json', [set])];
    await call('DELETE', `/api/recall/sets/${set}`);
    const { file } = await call<{ file: string }>('POST', '/api/recall/decks/files', { stream });
    await call('POST', `/api/recall/decks?file=${file}&name=a.json`);
    const progress = () => call<DeckProgress>('GET', '/api/recall/decks/progress');
    await until(async () => (await progress()).state === 'done', 'the import is done');
    const [imported] = (await call<{ sets: SetSummary[] }>('GET', '/api/recall/sets')).sets.filter(
      ({ title }) => title === 'Git',
    );
    const { items } = await call<SetDetail>('GET', `/api/recall/sets/${imported?.id ?? ''}`);
    expect(items.map((item) => item.moment)).toEqual([{ ...moment, session: 'gone', isGone: true }]);
  });

  test('an export of selected points has only these and their images, in every format', async () => {
    const { addSet, addPoint, write, call } = await start();
    const set = await addSet('Bread');
    const salt = await addPoint(set, { text: 'Salt' });
    const yeast = await addPoint(set, { text: 'Yeast' });
    await call('POST', `/api/recall/points/${salt.id}/images?side=answer`, { bytes: GIF, mediaType: 'image/gif' });
    const { cards, media } = readApkg(await write('apkg', [set], [yeast.id]));
    expect(cards.map(({ fields }) => fields['Point'])).toEqual(['Yeast']);
    expect(media).toEqual({});
    for (const format of ['csv', 'markdown', 'json'] as const) {
      const text = new TextDecoder().decode(await write(format, [set], [yeast.id]));
      expect([format, text.includes('Yeast'), text.includes('Salt')]).toEqual([format, true, false]);
    }
    expect(Object.values(readApkg(await write('apkg', [set], [salt.id])).media)).toEqual([GIF]);
  });

  test('sets of other people and deleted sets are not exported', async () => {
    const { addSet, addPoint, write, world, callAs, call } = await start();
    const stranger = await world.addPerson();
    const theirs = await callAs(stranger)<SetSummary>('POST', '/api/recall/sets', { title: 'Theirs' });
    await addSet('Mine');
    const gone = await addSet('Gone');
    await addPoint(gone, { text: 'Gone' });
    await call('DELETE', `/api/recall/sets/${gone}`);
    await expect(write('apkg', [theirs.id, gone])).rejects.toThrow('no set to export');
    expect(Buffer.from(await write('json')).toString()).not.toMatch(/Theirs|Gone/);
  });
});
