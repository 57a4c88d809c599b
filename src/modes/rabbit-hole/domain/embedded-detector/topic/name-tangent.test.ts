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

test('of several sentences, the one that asks for something new gives the name', () => {
  expect(
    name('What does caffeine do?', 'It blocks receptors. hm, how did Ottoman coffee houses work? Just asking.'),
  ).toBe('Ottoman coffee houses');
  expect(name('interesting! is it true that Napoleon was poisoned with arsenic?')).toBe(
    'poisoning Napoleon with arsenic',
  );
  expect(name('My grandmother lives in Portugal. Why do storks migrate?')).toBe('storks migrating');
});

test('words of the points or earlier messages do not name a tangent', () => {
  const said = 'How do receptors of the brain and mirrors of a telescope compare?';
  expect(name(said)).toContain('telescope');
  expect(name('My telescope has two mirrors.', 'Is there a museum where a telescope hangs?')).toContain('museum');
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
