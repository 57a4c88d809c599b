import { expect, test } from 'vitest';

import type { SessionEvent } from '#session/domain/event.ts';
import type { Message } from '#session/protocol.ts';

import { seededRandom } from '../../../../../fixtures/seeded-random.ts';
import type { ChatDraft } from './chat-draft.ts';
import { chatMessages } from './chat-messages.ts';
import { type ChatChanges, ReportedMessages } from './reported-messages.ts';

const RUNS = 200;
const STEPS = 25;

const draftOf = (id: string, content: string, isOpen = false): ChatDraft => ({
  id: `terminal_${id}`,
  author: 'assistant',
  content,
  isOpen,
  about: { id: 'about', type: 'about', standing: 'live', feeds: ['screen'], at: 1 },
  tools: [],
});

/** The messages of a log that gets all changes. */
class Log {
  messages: readonly Message[] = [];
  #seq = 0;

  append({ events }: ChatChanges): void {
    for (const event of events)
      this.messages = chatMessages.fold(this.messages, {
        ...event,
        session: 's',
        seq: (this.#seq += 1),
        at: 1,
      } as SessionEvent);
  }

  /** Without those that were taken back. */
  get told(): readonly string[] {
    return this.messages
      .filter(({ content, status }) => content !== '' || status === 'streaming')
      .map(({ id, content }) => `${id} ${content}`);
  }
}

test('whatever changes between two updates, the log says what the drafts say, in their order', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const random = seededRandom(run);
    const below = (limit: number) => Math.floor(random() * limit);
    const told = new ReportedMessages();
    const log = new Log();
    let drafts: readonly ChatDraft[] = [draftOf('first', 'first')];
    let next = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const place = 1 + below(drafts.length);
      const kind = below(4);
      if (kind === 0) drafts = drafts.toSpliced(place, 0, draftOf(`${(next += 1)}`, `new ${step}`, below(2) === 0));
      else if (kind === 1) drafts = drafts.toSpliced(place, 1);
      else if (kind === 2) drafts = drafts.map((draft, index) => (index === place ? changed(draft, step) : draft));
      else drafts = [...drafts, draftOf(`${(next += 1)}`, `last ${step}`)];
      log.append(told.update(drafts));
      expect(log.told, `run ${run}, step ${step}`).toEqual(
        drafts.map(({ id, content, isOpen }) => `${id} ${isOpen ? '' : content}`),
      );
    }
  }
});

const changed = (draft: ChatDraft, step: number): ChatDraft => ({
  ...draft,
  content: `changed ${step}`,
  isOpen: !draft.isOpen,
});

test('what stands before the messages that are known is out of reach, however often the rest changes', () => {
  const log = new Log();
  const drafts = ['a', 'b', 'c', 'd'].map((id) => draftOf(id, id));
  log.append(new ReportedMessages().update(drafts.slice(2)));
  const told = new ReportedMessages(log.messages, true);
  const later = [...drafts, draftOf('e', 'e')];
  for (const each of [drafts, later, later.toSpliced(3, 1), [draftOf('a', 'other'), ...later.slice(1)]])
    log.append(told.update(each));
  expect(log.told).toEqual(['terminal_c c', 'terminal_d d', 'terminal_e e']);
});

test('drafts that are the same as before are told nothing of', () => {
  const told = new ReportedMessages();
  const drafts = [draftOf('a', 'a'), draftOf('b', 'b', true)];
  expect(told.update(drafts).events).toHaveLength(2);
  expect(told.update([...drafts])).toEqual({ events: [], texts: [] });
});

test('a message that was told first and is gone is taken back, also where all others stand behind it', () => {
  const told = new ReportedMessages();
  const queued = draftOf('q', 'second');
  told.update([queued]);
  const { events } = told.update([draftOf('p1', 'first'), draftOf('p2', 'second')]);
  const taken = events.flatMap((event) =>
    event.type === 'chat_message' && event.message.content === '' ? [event.message.id] : [],
  );
  expect(taken).toEqual(['terminal_q']);
});
