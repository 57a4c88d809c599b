import type { Database } from '#database/server/database.ts';
import { estimateTokens } from '#language-model/domain/estimate-tokens.ts';
import type { LibrarySearch } from '#library/server/library.ts';
import { withCheckedCitations } from '#library/storage/domain/check-citation.ts';
import type { RabbitholeHost } from '#modes/rabbit-hole/protocol.ts';
import { spokenMessages } from '#session/domain/spoken.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message, SessionState } from '#session/protocol.ts';
import type { Log } from '#session/server/dependencies.ts';
import { stopWordsFor } from '#text/domain/stop-words.ts';
import { createLexicon, read } from '#text/domain/words.ts';

import { intentOf } from '../asking/domain/intent.ts';
import { hasQuestionWithout, shownQuestion } from '../asking/domain/questions.ts';
import { openRowsOf, type RecallState, unchecked } from '../asking/domain/recall-state.ts';
import { askedSet, titlesOf } from '../asking/domain/session-sets.ts';
import { readHeld, readSubject } from '../sets/server/subject.ts';
import type { RecallTables } from '../storage/server/tables.ts';
import { createNearness } from '../tutor/domain/reply-check/nearness.ts';

/** Maximum number of library sources for one reply in a hole. */
const MAX_SOURCES = 8;
const PASSAGES_PER_SOURCE = 2;
/** Passages take at most this fraction of a model's window: one token in eight. */
const WINDOW_PER_PASSAGES = 8;

/**
 * A multiple of the lowest cosine at which a search finds something; nearer passages are left out. A paraphrase of a
 * point reaches about 1.4, and so does much text on the same matter. Leaving out too much of the library is better than
 * revealing what the person has to recall.
 */
const NEAR_POINT = 1.3;

type AskedInside = Parameters<RabbitholeHost['passagesOf']>[1];

interface HostDependencies {
  readonly database: Database<RecallTables>;
  readonly library: () => LibrarySearch;
  readonly log: Log;
}

export function createRabbitholeHost({ database, library, log }: HostDependencies): RabbitholeHost {
  /** Passages of the library on a topic, without those near an open point of the session. */
  async function libraryOn(session: SessionState, { person, topic, words }: AskedInside) {
    try {
      const { passages } = await library().search({
        person,
        query: `${topic}\n${words}`,
        limit: MAX_SOURCES,
        perSource: PASSAGES_PER_SOURCE,
        keeps: 'best',
      });
      const state = stateOf(session);
      const isFar = createNearness(state.hidden?.points ?? [], unchecked(state), titlesOf(session, state));
      const nearness = await library().nearness({
        person,
        texts: unchecked(state).map(({ text }) => text),
        passages: passages.map(({ id }) => id),
      });
      return passages
        .filter(({ id }) => (nearness.get(id) ?? 0) < NEAR_POINT)
        .map((passage) => ({ ...passage, title: passage.source.title.replace(/\s+/gu, ' ') || 'an untitled source' }))
        .filter(({ title, text }) => isFar(`${title}\n${text}`));
    } catch (error) {
      log.error('The library could not be searched for a rabbit hole', error);
      return [];
    }
  }
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
    async passagesOf(session, asked) {
      const { hidden, recalledIds } = stateOf(session);
      const points = hidden?.points ?? [];
      const found = await libraryOn(session, asked);
      return [
        ...points.map(({ id, text }) => ({ id, text, isOpen: !recalledIds.includes(id) })),
        ...found.map(({ id, text, title }) => ({ id, text, source: title, isOpen: false })),
      ];
    },
    async materialOf(session, { room, ...asked }) {
      let left = (room.contextTokens - room.maxTokens) / WINDOW_PER_PASSAGES;
      const found = (await libraryOn(session, asked)).filter(({ text }) => (left -= estimateTokens(text)) >= 0);
      const documents = found.map(({ text, start, end, title, source: { id, url, version } }) => ({
        entry: { id, title, sourceUrl: url, version, ranges: [{ start, end }] },
        text,
      }));
      return {
        documents: [],
        cited: [],
        found: found.map(({ title, text }) => ({ title, text })),
        checked: (reply) => withCheckedCitations<never>(reply, documents),
      };
    },
    progressOf(session) {
      const { recalledIds, pointIds, overlayShown, hidden } = stateOf(session);
      const isCovered = recalledIds.length === pointIds.length;
      return {
        recalledInside: hidden?.inside.recalledIds.length ?? 0,
        isCompletionPending: isCovered && !overlayShown,
      };
    },
    cut,
  };
}

/** Recalled points stay recalled. Refuses if no question that the person can answer would remain. */
function cut(session: SessionState, moved: readonly Message[]): ReturnType<RabbitholeHost['cut']> {
  const state = stateOf(session);
  const ids = new Set(moved.map(({ id }) => id));
  const whyNot =
    openRowsOf(state) > 0 || state.selfCheck !== null
      ? 'An answer of yours waits to be compared. Decide on it first.'
      : state.hidden && !hasQuestionWithout(state.hidden, ids)
        ? 'These are too many messages: the question before them is too far back. Choose fewer.'
        : null;
  const pointsRecalled = Object.values(state.recalledBy).filter((id) => ids.has(id)).length;
  return { whyNot, pointsRecalled };
}

function stateOf(session: SessionState): RecallState {
  return session.modes['recall'] as RecallState;
}

/** A request for help, by button or in words, is no tangent. */
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

/** Whether every word of an open point in `words` has already been used on the trunk. */
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
