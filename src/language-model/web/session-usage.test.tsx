// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { PageAround, routesOfEachTest } from '../../../fixtures/page/answering-routes.tsx';
import type { UsageLine } from '../protocol.ts';
import { SessionUsageLine } from './session-usage.tsx';

const GET = 'GET /api/models/usage/sessions/s1';
const routes = routesOfEachTest();

const tutor: UsageLine = {
  role: 'tutor',
  model: 'claude-sonnet-5-5',
  calls: 3,
  failedCalls: 1,
  inputTokens: 2_000,
  cacheReadTokens: 10_000,
  cacheWriteTokens: 345,
  outputTokens: 412,
  costMicros: 21_000,
};
const evaluator: UsageLine = { ...tutor, role: 'evaluator', model: 'llama3.2:3b', failedCalls: 0, costMicros: null };

function show(lines: readonly UsageLine[]) {
  routes.answers[GET] = { body: { lines } };
  return render(
    <PageAround>
      <SessionUsageLine sessionId="s1" />
    </PageAround>,
  );
}

const rows = () =>
  screen.getAllByRole('row').map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));

test('one table shows tokens and cost by role', async () => {
  show([tutor, evaluator]);
  expect(await screen.findByRole('table', { name: 'Tokens and cost of this session' })).toBeDefined();
  expect(rows()).toEqual([
    ['Tokens', 'In', 'Cached', 'Out', 'Cost'],
    ['TutorClaude Sonnet 5.51 failed', '12.3K', '10K', '412', '$0.02'],
    ['Evaluatorllama3.2:3b', '12.3K', '10K', '412', 'price unknown'],
    ['Session', '24.7K', '20K', '824', '$0.02 and more'],
  ]);
});

test('a single role has no total', async () => {
  show([tutor]);
  await screen.findByRole('table');
  expect(rows()).toHaveLength(2);
});

test('nothing is shown if only embedded agents answered', async () => {
  const { container } = show([]);
  await expect.poll(() => routes.asked).toHaveLength(1);
  await Promise.resolve();
  expect(container.querySelector('table')).toBeNull();
});
