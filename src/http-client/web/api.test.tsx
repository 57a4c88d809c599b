// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { routesOfEachTest } from '../../../fixtures/page/answering-routes.tsx';
import { api } from './api.ts';
import { useIsWaiting } from './use-is-waiting.ts';

const routes = routesOfEachTest();
const message = 'The server b cannot be reached at the moment. Try again in some seconds.';
const unreachable = { status: 503, body: { kind: 'stopping', reason: 'unreachable', message } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Waiting() {
  return <p>{useIsWaiting() ? 'waiting' : 'at rest'}</p>;
}

test('idempotent requests are repeated while no server serves the person, and the page says so', async () => {
  render(<Waiting />);
  routes.answers['GET /api/sets'] = unreachable;
  routes.answers['POST /api/sessions'] = unreachable;
  const asked = Promise.all([api('GET', '/api/sets'), api('POST', '/api/sessions', { id: 'made-by-the-page' })]);
  await vi.advanceTimersByTimeAsync(200);
  expect(screen.queryByText('at rest')).not.toBeNull();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(screen.queryByText('waiting')).not.toBeNull();
  routes.answers['GET /api/sets'] = { body: { sets: [] } };
  routes.answers['POST /api/sessions'] = { body: { id: 'made-by-the-page' } };
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asked).toEqual([{ sets: [] }, { id: 'made-by-the-page' }]);
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.queryByText('at rest')).not.toBeNull();
});

test('after 12 seconds the error is shown, and other requests are sent only once', async () => {
  routes.answers['GET /api/sets'] = unreachable;
  routes.answers['POST /api/sets'] = unreachable;
  routes.answers['GET /api/backups'] = { status: 503, body: { kind: 'store-failed', message: 'The disk failed.' } };
  await expect(api('POST', '/api/sets', { title: 'Bread' })).rejects.toMatchObject({ message });
  expect(routes.sent('POST /api/sets')).toHaveLength(1);
  // Other failures are reported at once.
  await expect(api('GET', '/api/backups')).rejects.toMatchObject({ kind: 'store-failed' });

  const begun = performance.now();
  const asked = expect(api('GET', '/api/sets')).rejects.toMatchObject({ message, detail: { reason: 'unreachable' } });
  await vi.advanceTimersByTimeAsync(12_000);
  await asked;
  expect(performance.now() - begun).toBeLessThanOrEqual(12_000);
  expect(routes.sent('GET /api/sets').length).toBeGreaterThan(5);
});
