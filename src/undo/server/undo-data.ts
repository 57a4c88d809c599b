import type { PersonData } from '#person-data/server/person-data.ts';

/** What a person can undo. `secretKinds`: kinds of actions whose reversal may hold a secret, so they are not exported. */
export function undoDataWithout(secretKinds: readonly string[]): PersonData {
  const isLeftOut = ({ kind }: Readonly<Record<string, unknown>>) => secretKinds.includes(String(kind));
  return { tables: { undoable_actions: { key: ['id'], isLeftOut } } };
}
