import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { RoleModels } from '#language-model/server/role-models.ts';
import { beginSession } from '#session/server/live/begin-session.ts';
import type { RunningSpine } from '#session/server/spine.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openLibraryWorld } from '../../../../../fixtures/library/library-world.ts';
import { newId, until } from '../../../../../fixtures/spine/world.ts';
import type { ExploreTables } from '../../asking/server/tables.ts';
import { exploreContribution } from '../../server/explore-contribution.ts';

/** A titler that answers with these words or throws; no other role has a model. */
function titler(answer: () => string): RoleModels {
  const model = {
    async *stream() {
      yield { type: 'text' as const, text: await Promise.resolve(answer()) };
    },
  };
  return { of: (_db, _person, role) => Promise.resolve(role === 'titler' ? (model as never) : null) };
}

onDatabase('titles of explorations', (open) => {
  async function start(roleModels: RoleModels) {
    const more = [exploreContribution()];
    const world = await openLibraryWorld(await open(), {}, { more, roleModels });
    const tables = tablesOf<ExploreTables>(world.world.database);
    const begin = async (mode: 'explore' | 'recall', running: RunningSpine = world.running) => {
      const options = mode === 'recall' ? { setId: await world.world.addSet(world.person) } : {};
      const { session } = await beginSession(running.spine, { person: world.person, id: newId(), mode, options });
      const live = await running.sessions.get({ person: world.person, session });
      const ask = async (command: object) => {
        await live.execute({ id: newId(), session, ...command } as never);
        await until(() => live.state.turn === null && live.isSettled, 'everything is answered');
      };
      return { session, live, ask, say: (content: string) => ask({ type: 'user_message', content }) };
    };
    const rows = () => tables.read.selectFrom('explore_titles').selectAll().execute();
    return { ...world, tables, begin, rows };
  }

  test('come from the titler, without quotation marks', async () => {
    const { begin, rows } = await start(titler(() => '"The Long Road of Tea"\n'));
    const { live, say } = await begin('explore');
    await say('Where did tea come from?');
    await until(() => live.state.title === 'The Long Road of Tea', 'it is named');
    expect(await rows()).toMatchObject([{ state: 'done' }]);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('The provider is overloaded.')) as never],
    ['answers with nothing to read', () => '""'],
  ])('use words of the message if the titler %s', async (_, answer) => {
    const { begin, rows } = await start(titler(answer));
    const { live, say } = await begin('explore');
    await say('Where did tea come from?');
    await until(() => live.state.title === 'Where did tea come from?', 'it is named');
    expect(await rows()).toMatchObject([{ state: 'done' }]);
  });

  test('are requested for explorations only', async () => {
    const { begin, rows } = await start(titler(() => 'A title of its own'));
    const { live, say } = await begin('recall');
    const { title } = live.state;
    await say('Adenosine builds up while we are awake.');
    const exploration = await begin('explore');
    await exploration.say('Where did tea come from?');
    await until(() => exploration.live.state.title !== 'New exploration', 'it is named');
    expect((await rows()).map(({ session_id }) => session_id)).toEqual([exploration.session]);
    expect(live.state.title).toBe(title);
  });
});
