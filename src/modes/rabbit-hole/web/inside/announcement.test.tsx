// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { Announcement } from './announcement.tsx';

afterEach(cleanup);

const heard = () => screen.getByRole('status').textContent;
const calm = { topic: null, promptTopic: null, recalled: 0, question: '' };

test('coming, going and being asked are said, and what was so before is not', () => {
  const { rerender } = render(<Announcement {...calm} />);
  expect(heard()).toBe('');
  rerender(<Announcement {...calm} promptTopic="lizards" />);
  expect(heard()).toContain("Looks like you're curious about lizards. Want to explore?");
  rerender(<Announcement {...calm} topic="lizards" />);
  expect(heard()).toBe('Exploring: lizards. Your session stays as you left it.');
  rerender(<Announcement {...calm} />);
  expect(heard()).toBe('Back in the session.');
});

test.each([
  [1, 'What builds up?', 'Back in the session. 1 point recalled. It waits at: What builds up?'],
  [2, '', 'Back in the session. 2 points recalled.'],
  [0, 'What builds up?', 'Back in the session. It waits at: What builds up?'],
])('the return says what came of the stay and what the session waits at: %#', (recalled, question, words) => {
  const { rerender } = render(<Announcement {...calm} topic="lizards" question={question} />);
  rerender(<Announcement {...calm} recalled={recalled} question={question} />);
  expect(heard()).toBe(words);
  rerender(<Announcement {...calm} recalled={recalled} question="What comes next?" />);
  expect(heard()).toBe(words);
});

test('a page that is loaded inside says nothing by itself', () => {
  render(<Announcement {...calm} topic="lizards" />);
  expect(heard()).toBe('');
});
