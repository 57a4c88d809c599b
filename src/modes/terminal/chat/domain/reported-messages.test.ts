import { expect, test } from 'vitest';

import type { SessionEvent } from '#session/domain/event.ts';
import type { Message } from '#session/protocol.ts';

import { seededRandom } from '../../../../../fixtures/seeded-random.ts';
import { chatMessages } from './chat-messages.ts';
import type { ChatView } from './chat-view.ts';
import { type ChatChanges, ReportedMessages } from './reported-messages.ts';

const RUNS = 200;
const STEPS = 25;

const viewOf = (id: string, content: string, isOpen = false): ChatView => ({
  id: `terminal_${id}`,
  author: 'assistant',
  content,
  isOpen,
  about: { id: 'about', type: 'about', standing: 'live', feeds: ['screen'], at: 1 },
  tools: [],
});

/** The messages of a log that receives all changes. */
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

  /** All messages except those that were taken back. */
  get told(): readonly string[] {
    return this.messages
      .filter(({ content, status }) => content !== '' || status === 'streaming')
      .map(({ id, content }) => `${id} ${content}`);
  }
}

test('after any changes between two updates, the log has the content and order of the views', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const random = seededRandom(run);
    const below = (limit: number) => Math.floor(random() * limit);
    const told = new ReportedMessages();
    const log = new Log();
    let views: readonly ChatView[] = [viewOf('first', 'first')];
    let next = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const place = 1 + below(views.length);
      const kind = below(4);
      if (kind === 0) views = views.toSpliced(place, 0, viewOf(`${(next += 1)}`, `new ${step}`, below(2) === 0));
      else if (kind === 1) views = views.toSpliced(place, 1);
      else if (kind === 2) views = views.map((view, index) => (index === place ? changed(view, step) : view));
      else views = [...views, viewOf(`${(next += 1)}`, `last ${step}`)];
      log.append(told.update(views));
      expect(log.told, `run ${run}, step ${step}`).toEqual(
        views.map(({ id, content, isOpen }) => `${id} ${isOpen ? '' : content}`),
      );
    }
  }
});

const changed = (view: ChatView, step: number): ChatView => ({
  ...view,
  content: `changed ${step}`,
  isOpen: !view.isOpen,
});

test('messages before the first known one are never changed', () => {
  const log = new Log();
  const views = ['a', 'b', 'c', 'd'].map((id) => viewOf(id, id));
  log.append(new ReportedMessages().update(views.slice(2)));
  const told = new ReportedMessages(log.messages, true);
  const later = [...views, viewOf('e', 'e')];
  for (const each of [views, later, later.toSpliced(3, 1), [viewOf('a', 'other'), ...later.slice(1)]])
    log.append(told.update(each));
  expect(log.told).toEqual(['terminal_c c', 'terminal_d d', 'terminal_e e']);
});

test('unchanged views report nothing', () => {
  const told = new ReportedMessages();
  const views = [viewOf('a', 'a'), viewOf('b', 'b', true)];
  expect(told.update(views).events).toHaveLength(2);
  expect(told.update([...views])).toEqual({ events: [], texts: [] });
});

test('a vanished first message is taken back, even if all others are behind it', () => {
  const told = new ReportedMessages();
  const queued = viewOf('q', 'second');
  told.update([queued]);
  const { events } = told.update([viewOf('p1', 'first'), viewOf('p2', 'second')]);
  const taken = events.flatMap((event) =>
    event.type === 'chat_message' && event.message.content === '' ? [event.message.id] : [],
  );
  expect(taken).toEqual(['terminal_q']);
});

test('words missing from the transcript stay after their prompt when the chat is reread, until it has them', () => {
  const log = new Log();
  const prompt: ChatView = { ...viewOf('p', 'asked'), author: 'person' };
  const next: ChatView = { ...viewOf('p2', 'asked again'), author: 'person' };
  const first = new ReportedMessages();
  log.append(first.update([prompt, viewOf('p_1', 'half a sentence'), viewOf('p_2', 'misread')]));
  log.append(first.update([prompt, viewOf('p_1', 'half a sentence')]));
  const told = new ReportedMessages(log.messages);
  log.append(told.update([prompt, viewOf('p_1', '', true)]));
  log.append(told.update([prompt, next, viewOf('p2_1', 'answered')]));
  expect(log.told).toEqual([
    'terminal_p asked',
    'terminal_p_1 half a sentence',
    'terminal_p2 asked again',
    'terminal_p2_1 answered',
  ]);
  const later = new ReportedMessages(log.messages);
  log.append(later.update([prompt, viewOf('x', 'half a sentence and the rest'), next, viewOf('p2_1', 'answered')]));
  expect(log.told).not.toContain('terminal_p_1 half a sentence');
  expect(log.told).toContain('terminal_x half a sentence and the rest');
});

test('a mark on a message that hooks reported too is reported', () => {
  const log = new Log();
  const view = viewOf('a', 'said');
  const verified = { ...view.about, standing: 'verified', feeds: ['hooks', 'transcript'] } as const;
  log.append(new ReportedMessages().update([{ ...view, about: verified }]));
  const told = new ReportedMessages(log.messages);
  const reread = { ...verified, feeds: ['transcript'] } as const;
  expect(told.update([{ ...view, about: reread }]).events).toEqual([]);
  expect(told.update([{ ...view, about: { ...reread, isAbandoned: true } }]).events).toHaveLength(1);
});
