import { afterAll, beforeAll, expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';

import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';
import { openWorld, POINTS, type World } from '../../../../fixtures/spine/world.ts';
import type { RecallTables } from '../storage/server/tables.ts';

const [AWAKE, BLOCKS, HALF] = POINTS as [string, string, string];

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Move = string | { readonly help: 'hint' | 'forgotten' | 'tell' };

/** The grade of each point in set order, after the session ended with these moves. */
async function gradesAfter(...moves: readonly Move[]) {
  const session = await openRabbitholeWorld(world.database);
  for (const move of moves) {
    if (typeof move === 'string') await session.say(move);
    else {
      await session.ask({ type: 'request_help', kind: move.help });
      await session.settled();
    }
  }
  await session.ask({ type: 'end_session' });
  const reviews = await tablesOf<RecallTables>(world.database)
    .read.selectFrom('review_log')
    .selectAll()
    .where('session_id', '=', session.session)
    .execute();
  await session.close();
  return session.recall().pointIds.map((id) => {
    const review = reviews.find(({ point_id }) => point_id === id);
    return review ? `${review.how} ${review.rating}` : 'none';
  });
}

test('points recalled in any order leave no failure', async () => {
  expect(await gradesAfter(BLOCKS, HALF)).toEqual(['none', 'unaided 3', 'unaided 3']);
  expect(await gradesAfter(BLOCKS)).toEqual(['none', 'unaided 3', 'none']);
  expect(await gradesAfter(HALF, BLOCKS, AWAKE)).toEqual(['unaided 3', 'unaided 3', 'unaided 3']);
});

test('a person who did not answer the question has not failed', async () => {
  expect(await gradesAfter('hello')).toEqual(['none', 'none', 'none']);
  expect(await gradesAfter('What is the weather like today?')).toEqual(['none', 'none', 'none']);
  expect(await gradesAfter('hello', AWAKE)).toEqual(['unaided 3', 'none', 'none']);
});

test('a person who answered wrongly, asked for help, or was asked again with a cue, has failed', async () => {
  const failed = ['missed 1', 'none', 'none'];
  expect(await gradesAfter('People grow taller.')).toEqual(failed);
  expect(await gradesAfter('I don’t remember')).toEqual(failed);
  expect(await gradesAfter({ help: 'forgotten' })).toEqual(failed);
  expect(await gradesAfter({ help: 'hint' })).toEqual(failed);
  expect(await gradesAfter({ help: 'tell' })).toEqual(['told 1', 'none', 'none']);
  // The first is a question, and the second follows a cue.
  expect(await gradesAfter('Why do whales sing?', 'People grow taller.')).toEqual(failed);
});

test('recalling another point does not fail the point asked for, with or without a cue', async () => {
  expect(await gradesAfter('Why do whales sing?', HALF)).toEqual(['none', 'none', 'unaided 3']);
});
