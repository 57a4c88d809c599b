import { inConversationOrder } from '#session/domain/conversation-order.ts';
import { foldMessages } from '#session/domain/messages.ts';
import { spokenMessages } from '#session/domain/spoken.ts';
import type { Message } from '#session/protocol.ts';
import { parseOrNote, readEvents } from '#session/server/log/log.ts';

import type { HoleReading, Origin, RabbitholeStatus } from '../../protocol.ts';
import { type HistoryReader, keptConversation, type OwnedHole, readHoleRow } from './rows.ts';

/** One tangent with its conversation. */
export async function readHole(db: HistoryReader, owned: OwnedHole): Promise<HoleReading> {
  const row = await readHoleRow(db, owned);
  return {
    id: row.id,
    topic: row.topic,
    session: row.session_id,
    subjectId: row.subject_id,
    origin: row.origin as Origin,
    status: row.status as RabbitholeStatus,
    detectedAt: row.detected_at,
    declinedAt: row.declined_at,
    enteredAt: row.entered_at,
    returnedAt: row.returned_at,
    visits: row.visits,
    spentMs: row.spent_ms,
    pointsRecalled: row.points_recalled,
    messages:
      row.status === 'entered'
        ? await saidSoFar(db, { ...owned, session: row.session_id })
        : withoutFirstTurn(keptConversation(row.conversation)),
  };
}

type Said = HoleReading['messages'];

/** It begins with the synthetic turn for its agent, which is left out. */
function withoutFirstTurn(conversation: Readonly<Said>): Said {
  return conversation.slice(conversation[0]?.author === 'person' ? 1 : 0);
}

/** An open hole's messages are in the log; they are stored in its row on return. */
async function saidSoFar(db: HistoryReader, { person, session, hole }: OwnedHole & { session: string }): Promise<Said> {
  const events = await readEvents(db, { person, session }, { after: 0, parse: parseOrNote });
  const messages = events.reduce<readonly Message[]>((said, event) => foldMessages(said, event), []);
  const inHole = messages.filter(({ thread }) => thread === hole);
  return spokenMessages(inConversationOrder(inHole)).map(({ author, content }) => ({ author, content }));
}
