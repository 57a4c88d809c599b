import type { Database } from '#database/server/database.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';
import { route, type Route } from '#wire/route.ts';

import {
  me,
  nameChange,
  type NameChange,
  preferencesAnswer,
  preferencesChange,
  type PreferencesChange,
  UNNAMED,
} from '../protocol.ts';
import { changeName } from './own-name.ts';
import { findPerson } from './people.ts';
import { changePreferences } from './preference-actions.ts';
import { readPreferences } from './preferences.ts';
import type { AccountTables } from './tables.ts';

export function accountRoutes({ database, undo }: { database: Database<AccountTables>; undo: UndoLog }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/me',
      summary: 'Who is signed in',
      answer: me,
      async handle({ person }) {
        const found = await findPerson(database, person);
        if (!found) throw new AppError('signed-out', 'Sign in again.');
        return { id: found.id, name: found.name === UNNAMED ? '' : found.name };
      },
    }),
    route<NameChange>({
      method: 'PUT',
      path: '/api/me',
      summary: 'Changes the name of who is signed in',
      body: nameChange,
      answer: me,
      handle: ({ person, body: { name } }) => database.write((trx) => changeName(undo, trx, { person, name })),
    }),
    route({
      method: 'GET',
      path: '/api/preferences',
      summary: "The person's preferences",
      answer: preferencesAnswer,
      handle: ({ person }) => readPreferences(database.read, person),
    }),
    route<PreferencesChange>({
      method: 'PUT',
      path: '/api/preferences',
      summary: "Replaces the person's preferences",
      body: preferencesChange,
      answer: preferencesAnswer,
      async handle({ person, body }) {
        const changed = await database.write((trx) => changePreferences(undo, trx, { person, change: body }));
        return { ...changed, isChosen: true };
      },
    }),
  ];
}
