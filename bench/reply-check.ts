import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';
import { givenAwayBy } from '#modes/recall/tutor/domain/reply-check/give-away.ts';
import { createGuard } from '#modes/recall/tutor/domain/reply-check/guard.ts';
import { hiddenWordsOf } from '#modes/recall/tutor/domain/reply-check/hidden-words.ts';
import { sentencesOf } from '#text/domain/sentences.ts';

import { atMost, type Row } from './row.ts';
import { median } from './statistics.ts';
import { processorMs } from './support/processor-time.ts';

const BUDGET_US = 1_000;
const ROUNDS = 9;
const REPLIES = 50;
const SET_SIZE = 200;

const reply =
  'Right, the liver has a part in it. And how long does it stay in the body before half of it is gone? ' +
  'Think of the evening, and of what sleep needs to begin. Which hours would you leave out, and why those?';
const feedback = 'Recalled with “the liver breaks it down”. Said of the hours, but not exactly: “it is long”.';

/** The cost of comparing a tutor's reply, sentence by sentence, with the open points. */
export function replyCheck(): Promise<readonly Row[]> {
  const points = Array.from({ length: SET_SIZE }, (_, index) => ({
    id: String(index),
    text: `${sampleSet.points[index % sampleSet.points.length]?.text ?? ''} This is case ${index}.`,
    context: `Chapter ${index % 9}`,
  }));
  const openIds = new Set(points.map(({ id }) => id));
  const sentences = sentencesOf(reply).map(({ text }) => text);
  const read = () => {
    const guard = createGuard({ points, openIds, probeId: '0', title: sampleSet.title, asked: '', said: '' });
    const hidden = hiddenWordsOf(feedback, '');
    let shown = '';
    for (const sentence of sentences) {
      hidden.isQuotedIn(sentence, shown);
      givenAwayBy(sentence, shown, guard);
      shown += sentence;
    }
  };
  const readAll = () => {
    for (let count = 0; count < REPLIES; count += 1) read();
  };
  readAll();
  const checked = REPLIES * sentences.length;
  const each = Array.from({ length: ROUNDS }, () => (processorMs(readAll) * 1_000) / checked);
  return Promise.resolve([
    atMost(BUDGET_US, {
      name: 'reply-check',
      what: `processor time to check a sentence of a reply, with ${SET_SIZE} open points`,
      value: median(each),
      unit: 'µs',
    }),
  ]);
}
