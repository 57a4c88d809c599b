import type { RoleId } from '../protocol.ts';

/** Name and description of each role on the page, in the order in which roles are shown everywhere. */
export const roleNames: Readonly<Record<RoleId, { readonly name: string; readonly does: string }>> = {
  tutor: { name: 'Tutor', does: 'Asks and answers in recall' },
  evaluator: { name: 'Evaluator', does: 'Reads your answers' },
  explorer: { name: 'Explorer', does: 'Answers in rabbit holes' },
  detector: { name: 'Detector', does: 'Notices tangents' },
  strategist: { name: 'Strategist', does: 'Thinks with you in explore' },
  writer: { name: 'Writer', does: 'Writes drafts' },
  'point-writer': { name: 'Point writer', does: 'Proposes points to keep' },
  titler: { name: 'Titler', does: 'Names sets and sessions' },
  checker: { name: 'Checker', does: 'Compares cited sentences with their sources, one call an answer' },
  embedder: { name: 'Embedder', does: 'Finds by meaning in the library' },
};
