import { api } from '#http-client/web/api.ts';
import { TRUNK } from '#session/domain/thread.ts';

import type { AddedSources } from '../../sources/protocol.ts';

export interface SaidWords {
  readonly session: string;
  readonly thread: string;
  readonly text: string;
  /** The whole message that it is; undefined for a part of one. */
  readonly messageId?: string;
}

/** Keeps words of an agent as a source, or finds the one that they were kept as. */
export async function keepWords({ session, thread, text, messageId }: SaidWords) {
  const from = {
    session,
    ...(messageId !== undefined && { messageId }),
    ...(thread !== TRUNK && { holeId: thread }),
  };
  const { results } = await api<AddedSources>('POST', '/api/library/sources', { sources: [{ content: text, from }] });
  const [result] = results;
  if (!result) throw new Error('The words were not kept.');
  return result;
}
