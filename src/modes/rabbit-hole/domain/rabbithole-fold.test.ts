import { expect, test } from 'vitest';

import type { SessionEvent } from '#session/domain/event.ts';

import { foldRabbithole } from './rabbithole-fold.ts';
import { type RabbitholeState, timeIn } from './rabbithole-state.ts';

const MINUTE = 60_000;
const entered = { type: 'mode_entered', mode: 'rabbit-hole', thread: 'h1' } as const;
const exited = { type: 'rabbithole_exited', label: 'tea', pointsRecalledDuring: 0, completionPending: false } as const;
const left = { type: 'mode_left', mode: 'rabbit-hole', thread: 'h1' } as const;
const paused = { type: 'session_paused' } as const;
const resumed = { type: 'session_resumed' } as const;

/** The duration of each visit of the hole, in minutes. */
function lasted(...log: readonly (readonly [minute: number, body: { readonly type: SessionEvent['type'] }])[]) {
  const events = [[0, { type: 'session_started' }] as const, ...log].map(
    ([minute, body], index) => ({ ...body, session: 's', seq: index + 1, at: minute * MINUTE }) as SessionEvent,
  );
  const state = events.reduce<RabbitholeState | undefined>((before, event) => foldRabbithole(before, event), undefined);
  return state?.holes.flatMap(({ visits }) => visits.map((visit) => timeIn(visit) / MINUTE));
}

test('a visit lasts from entry to return', () => {
  expect(lasted([1, entered], [5, exited], [5, left])).toEqual([4]);
  expect(lasted([1, entered])).toEqual([0]);
});

test('pauses of the session do not count as time in a hole', () => {
  expect(lasted([1, entered], [3, paused], [843, resumed], [845, exited], [845, left])).toEqual([4]);
  const twice = lasted([1, entered], [2, paused], [100, resumed], [101, paused], [900, resumed], [903, exited]);
  expect(twice).toEqual([5]);
});

test('a silence of more than five minutes does not count as time in a hole, whether or not the session was paused', () => {
  const said = { type: 'user_message', messageId: 'm', thread: 'h1', content: 'tea' } as const;
  expect(lasted([1, entered], [3, said], [183, said], [185, exited], [185, left])).toEqual([4]);
  expect(lasted([1, entered], [3, said], [183, exited], [183, left])).toEqual([2]);
  expect(lasted([1, entered], [3, said], [38, paused], [183, resumed], [184, exited], [184, left])).toEqual([3]);
});

test('a session that ends while paused adds nothing to the visit', () => {
  expect(lasted([1, entered], [3, paused], [843, exited], [843, left])).toEqual([2]);
});

test('a pause counts only for the visit it is in', () => {
  expect(
    lasted(
      ...([
        [1, entered],
        [5, exited],
        [5, left],
        [6, paused],
        [90, resumed],
        [91, entered],
        [92, paused],
        [192, resumed],
        [194, exited],
        [194, left],
        [200, paused],
      ] as const),
    ),
  ).toEqual([4, 3]);
});

test('a hole has findings after its agent said something substantial', () => {
  const findingsAfter = (content: string, agent: string) => {
    const reply = { type: 'assistant_complete', messageId: 'r', thread: 'h1', content, agent } as const;
    const events = [{ type: 'session_started' }, entered, reply].map(
      (body, index) => ({ ...body, session: 's', seq: index + 1, at: 0 }) as unknown as SessionEvent,
    );
    const state = events.reduce<RabbitholeState | undefined>((known, event) => foldRabbithole(known, event), undefined);
    return state?.holes[0]?.hasFindings;
  };
  // Logs of earlier versions use the second name.
  for (const agent of ['Built in', 'Embedded explorer']) {
    expect(findingsAfter('I can’t tell from these words.', agent)).toBe(false);
    expect(findingsAfter('This is what I find on it. Owls are silent (“Birds”).', agent)).toBe(true);
  }
  expect(findingsAfter('Owls are silent.', 'a model')).toBe(true);
});

test('a visit that began after an edited message belongs to the earlier version', () => {
  const edited = (fromSeq: number, branch: string) => ({ type: 'conversation_branched', fromSeq, branch });
  const log = [
    { type: 'session_started' },
    entered,
    exited,
    left,
    edited(3, 'branch-1'),
    entered,
    edited(2, 'branch-2'),
  ];
  const events = log.map((body, index) => ({ ...body, session: 's', seq: index + 1, at: index }) as SessionEvent);
  const branches = (until: number) =>
    events
      .slice(0, until)
      .reduce<RabbitholeState | undefined>((before, event) => foldRabbithole(before, event), undefined)
      ?.holes.flatMap(({ visits }) => visits.map(({ branch }) => branch));
  expect(branches(6)).toEqual([undefined, undefined]);
  expect(branches(7)).toEqual([undefined, 'branch-2']);
});
