import { expect, test } from 'vitest';

import { asked, subjects } from '../../../../../fixtures/tangents/tutoring-cases.ts';
import { DETECTION_CONFIDENCE } from '../detection.ts';
import { detectTangent } from './detect-tangent.ts';

function judge(subject: (typeof subjects)[number], text: string) {
  const { messages, points } = asked(subject, text);
  return detectTangent(messages, points);
}

function toldOf(of: 'leadsAway' | 'answers' | 'stays'): readonly { text: string; isTold: boolean }[] {
  return subjects.flatMap((subject) =>
    subject[of].map((text) => {
      const { isRabbithole, confidence } = judge(subject, text);
      return { text, isTold: isRabbithole && confidence >= DETECTION_CONFIDENCE };
    }),
  );
}

test('an answer is never a tangent, whether right, wrong or off the point', () => {
  expect(toldOf('answers').filter(({ isTold }) => isTold)).toEqual([]);
});

test('at least nine of ten messages are classified correctly, both tangents and others', () => {
  const [away, stays] = [toldOf('leadsAway'), toldOf('stays')];
  expect(away.filter(({ isTold }) => isTold).length / away.length).toBeGreaterThanOrEqual(0.9);
  expect(stays.filter(({ isTold }) => !isTold).length / stays.length).toBeGreaterThanOrEqual(0.9);
});

const [caffeine] = subjects;
if (!caffeine) throw new Error('The table begins with caffeine.');

test('its relation to the points is reported', () => {
  expect(judge(caffeine, 'wait, do cold-blooded animals like lizards have adenosine too?')).toMatchObject({
    topic: '“cold-blooded animals like lizards have adenosine too”',
    depth: 1,
    relatedToCurrentPoint: true,
    relatedRecallPointIds: ['point-1', 'point-3'],
  });
  expect(judge(caffeine, 'Why did people start drinking coffee in the first place?')).toMatchObject({
    depth: 2,
    relatedToCurrentPoint: false,
    relatedRecallPointIds: [],
  });
});

test('words of the tutor’s last message are not new', () => {
  const { points } = asked(caffeine, '');
  const messages = [
    { author: 'assistant', content: 'Think of keys and locks in the synapses of nerve cells.' },
    { author: 'person', content: 'What do synapses have to do with locks?' },
  ] as const;
  expect(detectTangent(messages, points)).toMatchObject({ isRabbithole: false });
  expect(detectTangent([{ author: 'assistant', content: 'Go on.' }, messages[1]], points)).toMatchObject({
    isRabbithole: true,
  });
});

test('a message with an answer and a tangent is a tangent', () => {
  const found = judge(caffeine, 'It blocks the receptors. But who invented the espresso machine?');
  expect(found).toMatchObject({ isRabbithole: true, topic: 'espresso machine' });
});

test.each([
  'Is matcha better than coffee?',
  'could you faint from coffee?',
  'I read that Beethoven counted sixty beans for every cup',
  'did they really ban coffee houses in Prussia?',
  'my uncle swears that chicory helps against hangovers',
  'There is this legend about goats, isn’t there',
  'Angeblich hat Voltaire vierzig Tassen getrunken',
])('hearsay and a doubtful question are tangents: %s', (text) => {
  expect(judge(caffeine, text).isRabbithole).toBe(true);
});

test.each([
  'I read that it blocks adenosine',
  'is it about five hours?',
  'my teacher told us this once',
  'can you repeat that',
])('a hesitant answer and words to the tutor are not: %s', (text) => {
  expect(judge(caffeine, text).isRabbithole).toBe(false);
});
