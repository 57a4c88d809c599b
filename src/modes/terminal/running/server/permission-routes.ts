import type { Database } from '#database/server/database.ts';
import { AppError } from '#wire/error-kind.ts';
import { type Route, route } from '#wire/route.ts';

import {
  permissionChange,
  type PermissionChange,
  permissionsAnswer,
  type PermissionsAnswer,
  refusedHooksAnswer,
} from '../../protocol.ts';
import { firstPerson } from './permission.ts';
import type { TerminalTables } from './tables.ts';
import type { Terminals } from './terminals.ts';

/** Routes for the first person: who can open terminals, and why hooks were refused. */
export function permissionRoutes(
  database: Database<TerminalTables>,
  terminals: Pick<Terminals, 'atStop' | 'refusedHooks' | 'stopAll'>,
): Route[] {
  async function readAll(person: string): Promise<PermissionsAnswer> {
    const first = await firstPerson(database.read);
    if (first?.id !== person) return { people: [], atStop: null };
    const rows = await database.read
      .selectFrom('people')
      .leftJoin('terminal_permissions', 'terminal_permissions.person_id', 'people.id')
      .select(['people.id', 'people.name', 'is_allowed'])
      .orderBy('people.created_at')
      .orderBy('people.id')
      .execute();
    return {
      people: rows.map(({ id, name, is_allowed: decided }) => ({
        id,
        name,
        isAllowed: decided === null ? id === first.id : decided === 1,
      })),
      atStop: terminals.atStop,
    };
  }
  async function requireFirst(person: string): Promise<void> {
    const first = await firstPerson(database.read);
    if (first?.id !== person)
      throw new AppError('refused', `Only ${first?.name ?? 'the first person'} decides on terminals.`);
  }
  return [
    route({
      method: 'GET',
      path: '/api/terminals/refused-hooks',
      summary:
        'How many messages for sessions of Claude Code were refused since the server started, for the first person',
      answer: refusedHooksAnswer,
      async handle({ person }) {
        await requireFirst(person);
        return { refused: { ...terminals.refusedHooks } };
      },
    }),
    route({
      method: 'GET',
      path: '/api/terminals/permissions',
      summary: 'Who may open terminals, for the first person',
      answer: permissionsAnswer,
      handle: ({ person }) => readAll(person),
    }),
    route<PermissionChange>({
      method: 'PUT',
      path: '/api/terminals/permissions',
      summary: 'Allows or forbids somebody to open terminals; what runs of theirs is stopped when it is forbidden',
      body: permissionChange,
      answer: permissionsAnswer,
      async handle({ person, body }) {
        await requireFirst(person);
        const known = await database.read
          .selectFrom('people')
          .select('id')
          .where('id', '=', body.person)
          .executeTakeFirst();
        if (!known) throw new AppError('not-found', 'There is no such person.');
        const decided = { is_allowed: body.isAllowed ? 1 : 0 };
        await database.write((trx) =>
          trx
            .insertInto('terminal_permissions')
            .values({ person_id: body.person, ...decided })
            .onConflict((conflict) => conflict.column('person_id').doUpdateSet(decided))
            .execute(),
        );
        if (!body.isAllowed) await terminals.stopAll(body.person);
        return await readAll(person);
      },
    }),
  ];
}
