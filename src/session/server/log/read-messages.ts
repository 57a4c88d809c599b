import type { Kysely } from 'kysely';

import { foldTranscript, type ModeMessages } from '../../domain/mode-messages.ts';
import type { Message } from '../../protocol.ts';
import type { SessionTables } from '../tables.ts';
import { type Owned, parseOrNote, readEvents } from './log.ts';

/**
 * All messages of a session in the order of its transcript, from the log: the state holds only the latest. A notice
 * replaces an event that cannot be read.
 */
export async function readMessages(
  read: Kysely<SessionTables>,
  owned: Owned,
  ofModes: ModeMessages,
): Promise<readonly Message[]> {
  const events = await readEvents(read, owned, { after: 0, parse: parseOrNote });
  return events.reduce<readonly Message[]>((before, event) => foldTranscript(before, event, ofModes), []);
}
