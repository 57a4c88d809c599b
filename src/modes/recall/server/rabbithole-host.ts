import type { Database } from '#database/server/database.ts';
import type { RabbitholeHost } from '#modes/rabbit-hole/protocol.ts';
import { spokenMessages } from '#session/domain/spoken.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { SessionState } from '#session/protocol.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';
import { createLexicon, read } from '#text/domain/words.ts';

import { intentOf } from '../asking/domain/intent.ts';
import { shownQuestion } from '../asking/domain/questions.ts';
import { type RecallState, unchecked } from '../asking/domain/recall-state.ts';
import { askedSet, titlesOf } from '../asking/domain/session-sets.ts';
import { readHeld, readSubject } from '../sets/server/subject.ts';
import type { RecallTables } from '../storage/server/tables.ts';

/** A recall session as rabbit holes see it. */
export function createRabbitholeHost(database: Database<RecallTables>): RabbitholeHost {
  return {
    roles: ['tutor', 'evaluator'],
    subjectIdOf: (session) => askedSet(stateOf(session)).id,
    async subjectOf(session, person) {
      const subject = await readSubject(database.read, { person, setId: askedSet(stateOf(session)).id });
      return subject ?? { name: askedSet(stateOf(session)).title ?? session.title, description: '' };
    },
    subjectById: (person, setId) => readSubject(database.read, { person, setId }),
    heldBy: (person, setId, texts) => readHeld(database.read, { person, setId }, texts),
    toDetect,
    mayShow,
    passagesOf(session) {
      const { hidden, recalledIds } = stateOf(session);
      const points = hidden?.points ?? [];
      return Promise.resolve(points.map(({ id, text }) => ({ id, text, isOpen: !recalledIds.includes(id) })));
    },
    progressOf(session) {
      const { recalledIds, pointIds, overlayShown, hidden } = stateOf(session);
      const isCovered = recalledIds.length === pointIds.length;
      return {
        recalledInside: hidden?.inside.recalledIds.length ?? 0,
        isCompletionPending: isCovered && !overlayShown,
      };
    },
  };
}

function stateOf(session: SessionState): RecallState {
  return session.modes['recall'] as RecallState;
}

/** A request for help is no tangent, by button or in words. */
function toDetect(session: SessionState, messageId: string): ReturnType<RabbitholeHost['toDetect']> {
  const { hidden } = stateOf(session);
  const onTrunk = session.messages.filter(({ thread }) => thread === TRUNK);
  const place = onTrunk.findIndex(({ id }) => id === messageId);
  const message = onTrunk[place];
  if (!hidden || !message) return null;
  if (Object.hasOwn(hidden.help, messageId) || intentOf(message.content) !== 'answers') return null;
  const current = shownQuestion(hidden)?.probe?.pointId;
  const points = hidden.points.map(({ id, text }) => ({ id, text, isCurrent: id === current }));
  return { messages: spokenMessages(onTrunk.slice(0, place + 1)), points };
}

/** Whether words reveal nothing of an open point beyond what was said on the trunk. */
function mayShow(session: SessionState, words: string): boolean {
  // Most messages are no tangents and have no name.
  if (words === '') return true;
  const open = unchecked(stateOf(session)).map(({ text }) => text);
  const said = session.messages.filter(({ thread }) => thread === TRUNK).map(({ content }) => content);
  const inView = stemsOf([titlesOf(session, stateOf(session)), ...said].join('\n'));
  const secret = stemsOf(open.join('\n'));
  return [...stemsOf(words)].every((stem) => inView.has(stem) || !secret.has(stem));
}

function stemsOf(text: string): ReadonlySet<string> {
  const { words } = read(text, createLexicon(stopWordsFor(text)));
  return new Set(words.filter(({ isContent }) => isContent).map(({ stem }) => stem));
}
