import type { RoleId } from '../protocol.ts';

/** What each role does, as the page says it. */
export const roleNames: Readonly<Record<RoleId, { readonly name: string; readonly does: string }>> = {
  tutor: { name: 'Tutor', does: 'Asks and hints' },
  evaluator: { name: 'Evaluator', does: 'Reads what you say' },
  titler: { name: 'Titler', does: 'Suggests names for sets' },
};
