import { z } from 'zod';

import type { PersonData } from '#person-data/server/person-data.ts';
import { json } from '#person-data/server/stored-values.ts';

export interface UndoTables {
  /** An action that a person can undo. `reversal`: JSON for the handler of `kind`. */
  undoable_actions: {
    id: string;
    person_id: string;
    at: number;
    kind: string;
    label: string;
    reversal: string;
    undone_at: number | null;
  };
}

/** The undo list. `secretKinds`: kinds of actions whose reversal can hold a secret, so they are not exported. */
export function undoDataWithout(secretKinds: readonly string[]): PersonData {
  const isLeftOut = ({ kind }: Readonly<Record<string, unknown>>) => secretKinds.includes(String(kind));
  return { tables: { undoable_actions: { key: ['id'], isLeftOut, values: { reversal: json(z.unknown()) } } } };
}
