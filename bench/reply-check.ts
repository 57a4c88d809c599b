import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';
import { createGuard } from '#modes/recall/tutor/domain/reply-check/guard.ts';
import { hiddenWordsOf } from '#modes/recall/tutor/domain/reply-check/hidden-words.ts';
import { ReplyGate, watchAll } from '#modes/recall/tutor/domain/reply-check/reply-gate.ts';

import { atMost, type Row } from './row.ts';
import { median } from './statistics.ts';
import { processorMs } from './support/processor-time.ts';

const BUDGET_US = 20;
const ROUNDS = 9;
const REPLIES = 200;
/** Characters, about the size of a provider's chunk. */
const CHUNK = 4;
const SET_SIZE = 200;

const reply =
  'Right, the liver has a part in it. And how long does it stay in the body before half of it is gone? ' +
  'Think of the evening, and of what sleep needs to begin. Which hours would you leave out, and why those?';
const feedback = 'Recalled with “the liver breaks it down”. Said of the hours, but not exactly: “it is long”.';

/** What it costs to watch a tutor's reply word by word for what is still to be recalled. */
export function replyCheck(): Promise<readonly Row[]> {
  const points = Array.from({ length: SET_SIZE }, (_, index) => ({
    id: String(index),
    text: `${sampleSet.points[index % sampleSet.points.length]?.text ?? ''} This is case ${index}.`,
    context: `Chapter ${index % 9}`,
  }));
  const openIds = new Set(points.map(({ id }) => id));
  const read = () => {
    const guard = createGuard({ points, openIds, probeId: '0', title: sampleSet.title, asked: '', said: '' });
    const gate = new ReplyGate(watchAll(guard, hiddenWordsOf(feedback, '')), { before: '', atHit: 'shut' });
    for (let at = 0; at < reply.length; at += CHUNK) gate.push(reply.slice(at, at + CHUNK));
    gate.end();
  };
  const readAll = () => {
    for (let count = 0; count < REPLIES; count += 1) read();
  };
  readAll();
  const chunks = REPLIES * Math.ceil(reply.length / CHUNK);
  const each = Array.from({ length: ROUNDS }, () => (processorMs(readAll) * 1_000) / chunks);
  return Promise.resolve([
    atMost(BUDGET_US, {
      name: 'reply-check',
      what: `processor time to check a chunk of ${CHUNK} characters of a reply, with ${SET_SIZE} open points`,
      value: median(each),
      unit: 'µs',
    }),
  ]);
}
