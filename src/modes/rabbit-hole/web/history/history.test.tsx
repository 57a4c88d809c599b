// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { routesOfEachTest } from '../../../../../fixtures/page/answering-routes.tsx';
import { renderRouted } from '../../../../../fixtures/page/routed-page.tsx';
import type { HoleReading as Reading, Tangent, TangentHistory } from '../../protocol.ts';
import { HoleConversation } from './hole-reading.tsx';
import { TangentList } from './tangent-list.tsx';

const AT = new Date('2026-11-21T12:00:00').getTime();
const routes = routesOfEachTest();
const canBeRead = (change: Partial<Reading> = {}) =>
  (routes.answers['GET /api/rabbitholes/a'] = { body: { ...reading, ...change } });

function tangent(id: string, change: Partial<Tangent> = {}): Tangent {
  return {
    id,
    topic: 'Sleep of whales',
    session: `session-${id}`,
    sessionTitle: 'Animals',
    origin: 'detected',
    status: 'returned',
    at: AT,
    visits: 1,
    spentMs: 240_000,
    pointsRecalled: 0,
    ...change,
  };
}
const reading: Reading = {
  id: 'a',
  topic: 'Sleep of whales',
  session: 'session-a',
  subjectId: 'animals',
  origin: 'detected',
  status: 'returned',
  detectedAt: AT,
  declinedAt: null,
  enteredAt: AT,
  returnedAt: AT,
  visits: 1,
  spentMs: 240_000,
  pointsRecalled: 0,
  messages: [
    { author: 'assistant', content: 'Whales sleep by halves.' },
    { author: 'person', content: '**And** seals?' },
  ],
};
const history: TangentHistory = {
  subject: { id: 'animals', name: 'Animals' },
  tangents: [
    tangent('a'),
    tangent('b', { visits: 2, pointsRecalled: 1, spentMs: 3_600_000 }),
    tangent('c', { topic: 'Bats', visits: 0, spentMs: 0, status: 'declined' }),
  ],
  topics: [
    {
      topic: 'Sleep of whales',
      times: 3,
      letBe: 0,
      spentMs: 3_840_000,
      pointsRecalled: 1,
      lastAt: AT,
      tangentIds: ['a', 'b'],
      sessions: ['session-a', 'session-b'],
    },
    {
      topic: 'Bats',
      times: 0,
      letBe: 1,
      spentMs: 0,
      pointsRecalled: 0,
      lastAt: AT,
      tangentIds: ['c'],
      sessions: ['session-c'],
    },
  ],
};

test('topics show visits, time and points, and open each conversation', async () => {
  canBeRead();
  await renderRouted(<TangentList history={history} />);
  screen.getByText('You went off 3 times into one topic, 1 hour 4 minutes in all; 1 point was recalled on the way.');
  const topic = screen.getByRole('button', { name: /^Sleep of whales/ });
  expect(topic.textContent).toContain('3 times, 1 hour 4 minutes, 1 point recalled, last on 21 Nov 2026');
  expect(topic.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(topic);
  const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: /Animals/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/session/session-a',
    '/session/session-b',
    '/session/session-c',
  ]);
  expect(screen.getByText('2 visits, 1 hour, 1 point recalled')).toBeDefined();
  await userEvent.click(screen.getAllByRole('button', { name: /^Read Sleep of whales/ })[0]!);
  const said = await screen.findByRole('region', { name: 'What was said about Sleep of whales' });
  expect(within(said).getByText('Whales sleep by halves.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /^Close Sleep of whales/ }));
  expect(screen.queryByText('Whales sleep by halves.')).toBeNull();
});

test('tangents that were not followed are listed separately, with nothing to read', async () => {
  await renderRouted(<TangentList history={history} />);
  const letBe = screen.getByRole('heading', { name: 'Not followed' }).closest('section')!;
  expect(within(letBe).getByText('Bats')).toBeDefined();
  expect(within(letBe).queryByRole('button')).toBeNull();
});

test('without tangents, the page explains what appears here', async () => {
  await renderRouted(<TangentList history={{ ...history, tangents: [], topics: [] }} />);
  expect(document.body.textContent).toContain('No tangents yet.');
});

test('if none was followed, the page says so', async () => {
  const [, , letBe] = history.tangents;
  await renderRouted(<TangentList history={{ ...history, tangents: [letBe!], topics: [history.topics[1]!] }} />);
  expect(screen.getByText('You have followed none of these so far.')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'What you follow' })).toBeNull();
});

test('the person’s words are shown as written, without a prefix', async () => {
  canBeRead();
  await renderRouted(<HoleConversation holeId="a" />);
  const own = await screen.findByText('**And** seals?');
  expect(own.parentElement?.textContent).toBe('You: **And** seals?');
  expect(screen.getAllByText('You:')).toHaveLength(1);
});

test.each([
  [{ status: 'entered' }, 'This rabbit hole is still open. Its conversation so far:'],
  [{ status: 'declined', messages: [] }, 'You stayed on track: nothing was said about this.'],
  [{ messages: [] }, 'Nothing was said in it.'],
])('the description of %j', async (change, note) => {
  canBeRead(change as Partial<Reading>);
  await renderRouted(<HoleConversation holeId="a" />);
  await screen.findByText(note);
});

test('a failed load can be retried', async () => {
  await renderRouted(<HoleConversation holeId="a" />);
  expect((await screen.findByRole('alert')).textContent).toContain('Warren cannot be reached.');
  canBeRead();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Whales sleep by halves.');
});
