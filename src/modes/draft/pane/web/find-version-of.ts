import type { QueryClient } from '@tanstack/react-query';

import type { DraftPart } from '../../protocol.ts';
import type { Desk } from './desk.ts';
import { draftQuery, sessionDraftsQuery } from './queries.ts';

interface Wanted {
  readonly session: string;
  readonly messageId: string;
  readonly part: DraftPart;
}

/** The version that came with a reply; null if it is not there any longer. */
export async function findVersionOf(
  queries: QueryClient,
  { session, messageId, part: { platform, title, target } }: Wanted,
): Promise<Desk['shown']> {
  const listed = await queries.fetchQuery(sessionDraftsQuery(session));
  const likely = target
    ? listed.filter(({ id }) => id === target.draftId)
    : listed.filter((draft) => draft.platform === platform);
  const found: { draftId: string; number: number; title: string }[] = [];
  for (const { id } of likely) {
    const { versions } = await queries.fetchQuery(draftQuery(id));
    const version = versions.find((each) => each.messageId === messageId);
    if (version) found.push({ draftId: id, number: version.number, title: version.title });
  }
  // A reply may hold several drafts for one platform.
  const { draftId, number } = found.find((each) => each.title === title) ?? found[0] ?? {};
  return draftId === undefined || number === undefined ? null : { draftId, number };
}
