import type { RoleId } from '../protocol.ts';

/** What each role does, as the page says it, in the order in which roles are shown everywhere. */
export const roleNames: Readonly<Record<RoleId, { readonly name: string; readonly does: string }>> = {
  tutor: { name: 'Tutor', does: 'Asks and hints' },
  evaluator: { name: 'Evaluator', does: 'Reads what you say' },
  explorer: { name: 'Explorer', does: 'Talks with you in a rabbit hole' },
  detector: { name: 'Detector', does: 'Notices tangents' },
  'point-writer': { name: 'Point writer', does: 'Proposes points to keep' },
  titler: { name: 'Titler', does: 'Suggests names for sets' },
};
