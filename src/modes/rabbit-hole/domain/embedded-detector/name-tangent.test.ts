import { expect, test } from 'vitest';

import { nameTangent } from './name-tangent.ts';

const points = [{ id: 'a', text: 'Caffeine blocks adenosine receptors in the brain', isCurrent: true }];

function name(...said: readonly string[]): string {
  const messages = said.map((content, index) => ({
    author: (said.length - index) % 2 === 1 ? ('person' as const) : ('assistant' as const),
    content,
  }));
  return nameTangent(messages, points);
}

test('of several sentences, the one that asks for something new names the tangent', () => {
  expect(
    name('What does caffeine do?', 'It blocks receptors. hm, how did Ottoman coffee houses work? Just asking.'),
  ).toBe('“Ottoman coffee houses work”');
  expect(name('interesting! is it true that Napoleon was poisoned with arsenic?')).toBe(
    '“Napoleon was poisoned with arsenic”',
  );
  expect(name('My grandmother lives in Portugal. Why do storks migrate?')).toBe('“storks migrate”');
});

test('a name contains no direction marks, even if the message does', () => {
  for (const said of [
    'Why do \u202Estorks\u202C migrate?',
    'Why \u2067storks\u2069?',
    'My telescope\u200F has two mirrors.',
  ]) {
    expect(name(said)).toMatch(/storks|telescope/u);
    expect(name(said)).not.toMatch(/\p{Cf}/u);
  }
});

test('words of the points or earlier messages do not name a tangent', () => {
  expect(name('How do receptors of the brain and mirrors of a telescope compare?')).toContain('telescope');
  expect(name('My telescope has two mirrors.', 'Is there a museum where a telescope hangs?')).toContain('museum');
});

test.each([
  ['who invented the espresso machine?', 'espresso machine'],
  ['I am curious about Marie Antoinette', 'Marie Antoinette'],
  ['who designed the first programming language', 'first programming language'],
  ['tell me about the Great Wall of China', 'Great Wall of China'],
  ['Warum trugen die Leute Perücken?', 'Perücken'],
])('a noun phrase with most of the new words is the name: %s', (said, named) => {
  expect(name(said)).toBe(named);
});

test.each([
  ['wait, how does the garbage collector decide what to throw away?', '“garbage collector decide what to throw away”'],
  [
    'Can octopuses taste with their arms when they crawl over the sea floor at night?',
    '“octopuses taste with their arms when they crawl over the…”',
  ],
  ['why does it never get tired though?', '“tired”'],
  ['warum haben die eigentlich Perücken getragen?', '„Perücken getragen“'],
  ['Was macht man mit einer Guillotine?', '„Guillotine“'],
  ['Why is it called a circle?', '“circle”'],
  ['What happened to the queen?', '“queen”'],
  ['by the way, is it true that storks sleep in flight?', '“storks sleep in flight”'],
  ['Ich frage mich, warum Herbstblätter bunt werden', '„Herbstblätter bunt werden“'],
])('other words are quoted from where they lead away, and shortened: %s', (said, named) => {
  expect(name(said)).toBe(named);
});

test('any message has a short name without line breaks', () => {
  for (const said of [
    'hm',
    'ok wow',
    'why?',
    'なぜ猫は喉を鳴らすのですか？',
    '🙂',
    'so\nwhy\nthough',
    'why '.repeat(500),
  ]) {
    const named = name('What does caffeine do?', said);
    expect(named, said).toMatch(/^\S(?:.{0,58}\S)?$/u);
  }
  expect([name('What does caffeine do?', '  '), nameTangent([], [])]).toEqual(['', '']);
});
