import fc from 'fast-check';
import { expect, test } from 'vitest';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../fixtures/library/library-world.ts';
import { withoutDirectionMarks } from '../../../kernel/clean-text.ts';

type World = Awaited<ReturnType<typeof openLibraryWorld>>;

/** Picks one of the items that exist at that time. */
const place = fc.nat({ max: 30 });
const words = fc
  .array(
    fc.constantFrom(
      'coal',
      '[[Note 1]]',
      'сон',
      '睡眠',
      '😀',
      '\u202Ertl',
      '# Head',
      '\n\n',
      'e\u0301',
      'long '.repeat(60),
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(' ').trim() || 'coal');
const KINDS = ['note', 'link', 'podcast_note', 'voice_memo'] as const;

const step = fc.oneof(
  fc.record({ type: fc.constant('add' as const), words, bucket: place }),
  fc.record({ type: fc.constant('edit' as const), at: place, words }),
  fc.record({ type: fc.constant('describe' as const), at: place, title: words, kind: fc.constantFrom(...KINDS) }),
  fc.record({
    type: fc.constant('change' as const),
    at: fc.array(place, { minLength: 1, maxLength: 4 }),
    bucket: fc.option(place),
    isArchived: fc.option(fc.boolean()),
    tag: fc.constantFrom('a', 'b "quoted"', 'ß'),
  }),
  fc.record({ type: fc.constant('delete' as const), at: fc.array(place, { minLength: 1, maxLength: 3 }) }),
  fc.record({ type: fc.constant('addBucket' as const), words }),
  fc.record({ type: fc.constant('changeBucket' as const), at: place, position: fc.nat({ max: 4 }), words }),
  fc.record({ type: fc.constant('deleteBucket' as const), at: place }),
  fc.record({ type: fc.constant('addSamples' as const) }),
  fc.record({ type: fc.constant('removeSamples' as const) }),
  fc.record({ type: fc.constant('undo' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Everything that a person sees, except the versions, which every change raises. */
async function seen({ overview, list, detail }: World): Promise<unknown> {
  const ids = [...(await list('?limit=200')).sources, ...(await list('?limit=200&archived=true')).sources].map(
    ({ id }) => id,
  );
  const sources = await Promise.all(ids.map(detail));
  return {
    // Indexing proceeds in the background.
    overview: { ...(await overview()), meaning: null },
    sources: sources.map(({ changedAt: _changed, version: _version, passages, content, ...source }) => {
      expect(passages.map(({ start, end }) => content.slice(start, end).trim()).join('').length > 0).toBe(
        content.trim() !== '',
      );
      return { ...source, content, passages: passages.map(({ start, end }) => [start, end]) };
    }),
  };
}

/** Names never contain direction marks. */
const named = (words: string, length: number) => withoutDirectionMarks(words).slice(0, length);

async function run({ list, overview, detail, add, change, call, undo }: World, given: Step): Promise<void> {
  const ids = (await list('?limit=200')).sources.map(({ id }) => id);
  const buckets = (await overview()).buckets.map(({ id }) => id);
  const pick = <Item>(items: readonly Item[], at: number) => items[at % Math.max(1, items.length)];
  const pickMany = (at: readonly number[]) => [...new Set(at.flatMap((each) => pick(ids, each) ?? []))];
  switch (given.type) {
    case 'add':
      await add({ content: given.words, bucketId: pick([null, ...buckets], given.bucket) ?? null });
      break;
    case 'edit':
    case 'describe': {
      const id = pick(ids, given.at);
      if (id === undefined) return;
      const { version } = await detail(id);
      await change(id, {
        version,
        ...(given.type === 'edit' ? { content: given.words } : { title: named(given.title, 100), kind: given.kind }),
      });
      break;
    }
    case 'change': {
      const chosen = pickMany(given.at);
      if (chosen.length === 0) return;
      await call('POST', '/api/library/sources/change', {
        ids: chosen,
        addTags: [given.tag],
        ...(given.bucket !== null && { bucketId: pick([null, ...buckets], given.bucket) }),
        ...(given.isArchived !== null && { isArchived: given.isArchived }),
      });
      break;
    }
    case 'delete': {
      const chosen = pickMany(given.at);
      if (chosen.length > 0) await call('POST', '/api/library/sources/delete', { ids: chosen });
      break;
    }
    case 'addBucket':
      await call('POST', '/api/library/buckets', { name: named(`Bucket ${given.words}`, 60) });
      break;
    case 'changeBucket': {
      const id = pick(buckets, given.at);
      const { position } = given;
      if (id) await call('PATCH', `/api/library/buckets/${id}`, { position, description: given.words.slice(0, 200) });
      break;
    }
    case 'deleteBucket': {
      const id = pick(buckets, given.at);
      if (id) await call('DELETE', `/api/library/buckets/${id}`);
      break;
    }
    case 'addSamples':
      await call('POST', '/api/library/samples');
      break;
    case 'removeSamples':
      await call('DELETE', '/api/library/samples');
      break;
    case 'undo':
      if (await canUndo(call)) await undo();
  }
}

async function canUndo(call: World['call']): Promise<boolean> {
  return (await call<{ last: unknown }>('GET', '/api/undo')).last !== null;
}

onDatabase('random changes', (open) => {
  test('undo of all changes restores the beginning, and each undo restores the state before its change', async () => {
    const world = await openLibraryWorld(await open());
    const { as, world: people } = world;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const person = await people.addPerson();
        const own = { ...world, ...as(person), person };
        const before: unknown[] = [await seen(own)];
        for (const given of steps) {
          world.clock.now += 1;
          await run(own, given);
          const now = await seen(own);
          if (given.type === 'undo') {
            if (before.length > 1) before.pop();
            expect(now).toEqual(before.at(-1));
          } else if (JSON.stringify(now) !== JSON.stringify(before.at(-1))) before.push(now);
        }
        while (before.length > 1) {
          before.pop();
          world.clock.now += 1;
          await own.undo();
          expect(await seen(own)).toEqual(before.at(-1));
        }
        expect(await canUndo(own.call)).toBe(false);
      }),
      {
        numRuns: 20,
        // A bucket is moved while others are deleted, which an undo restores.
        examples: [
          [
            [
              { type: 'addSamples' },
              { type: 'addBucket', words: 'coal' },
              { type: 'removeSamples' },
              { type: 'addSamples' },
              { type: 'changeBucket', at: 0, position: 1, words: 'coal' },
            ],
          ],
        ],
      },
    );
  });
});
