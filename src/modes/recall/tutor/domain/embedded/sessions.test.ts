import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { sentencesOf } from '#text/domain/sentences.ts';

import { play, type Transcript } from '../../../../../../fixtures/recall-sessions/play.ts';
import { scripts } from '../../../../../../fixtures/recall-sessions/scripts.ts';
import { rungs } from '../../../asking/domain/rung.ts';
import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { givenAwayIn } from '../reply-check/give-away.ts';
import { createGuard } from '../reply-check/guard.ts';
import { saysAllOf } from './leak.ts';

const folder = path.join(import.meta.dirname, '../../../../../../fixtures/recall-sessions');

function stored(name: string): Transcript {
  return JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Transcript;
}

test('there are twenty sessions', () => {
  expect(scripts).toHaveLength(20);
});

/** To change a transcript, run `bin/warren -x node tools/make-recall-sessions.ts`. */
test.each(scripts)('$name matches its stored transcript', async (script) => {
  expect(await play(script)).toEqual(stored(script.name));
});

const PRAISE =
  /!|\b(great|excellent|perfect|well done|good (job|work|answer)|amazing|awesome|fantastic|brilliant|bravo|nice)\b/i;
const PROGRESS =
  /\b(\d+|one|two|three|four|few) (more|left|to go|remaining|of (the )?\d+)\b|\b(progress|halfway|almost (there|done)|so far|score)\b/i;
const UNSEEN = /\b(evaluator|verdict|feedback|rung|confidence|credited?|checklist|partial|point-\d)\b/i;

interface Seen {
  readonly open: ReadonlySet<string>;
  readonly recalled: ReadonlySet<string>;
}

/** The open and recalled points at the time of each reply. */
function* replies({ points, turns }: Transcript) {
  let open = new Set(points.map(({ id }) => id));
  const recalled = new Set<string>();
  for (const [index, turn] of turns.entries()) {
    for (const id of turn.recalled) recalled.add(id);
    open = new Set([...open].filter((id) => !recalled.has(id)));
    const seen: Seen = { open: new Set(open), recalled: new Set(recalled) };
    yield { turn, seen, before: turns[index - 1] ?? null };
    for (const { pointId } of turn.told) open.delete(pointId);
  }
}

test.each(scripts)('in $name the tutor keeps its rules', ({ name }) => {
  const transcript = stored(name);
  const { points, title } = transcript;
  const textOf = (id: string | null) => points.find((point) => point.id === id)?.text ?? '';
  for (const { turn, seen, before } of replies(transcript)) {
    const { reply, plan, told, selfCheckId } = turn;
    if (selfCheckId !== undefined) {
      // It quotes one open point, which the person may have said.
      expect(seen.open).toContain(selfCheckId);
      expect(reply).toContain(`> ${textOf(selfCheckId)}`);
      expect(told).toContainEqual({ pointId: selfCheckId, why: 'self-check' });
      continue;
    }
    const said = textOf(plan.tellId) === '' ? reply : reply.replace(textOf(plan.tellId), '…');
    const sentences = sentencesOf(said.replace(/“[^”]*”/g, '“…”')).filter(({ text }) => text.trim() !== '');
    expect(sentences.length, reply).toBeLessThanOrEqual(3);
    expect(reply.split(/[?？]/).length - 1, reply).toBe(plan.probe ? 1 : 0);
    expect(said).not.toMatch(PRAISE);
    expect(said).not.toMatch(UNSEEN);
    if (plan.probe) expect(said).not.toMatch(PROGRESS);
    if (before) expect(reply).not.toBe(before.reply);

    // Recalled points are not asked for again, and open ones are.
    if (plan.probe) expect(seen.recalled).not.toContain(plan.probe.pointId);
    else expect(seen.recalled.size).toBe(points.length);

    // Only points that were to be told are told.
    expect(told.filter(({ why }) => why === 'given-away')).toEqual([]);
    expect(told.map(({ pointId }) => pointId)).toEqual(plan.tellId === null ? [] : [plan.tellId]);
    expect(saysAllOf(reply, textOf(plan.tellId))).toBe(plan.tellId !== null);
    expect(givenAway(reply, { points, title, open: seen.open, but: plan.tellId })).toEqual([]);

    // Rungs are climbed one at a time; a point is told only on request or after the last rung.
    const last = before
      ? before.selfCheckId === undefined
        ? before.plan.probe
        : null
      : { pointId: points[0]?.id, rung: 'open' as const };
    const step = plan.probe && last ? rungs.indexOf(plan.probe.rung) - rungs.indexOf(last.rung) : 0;
    if (last && plan.probe?.pointId === last.pointId && plan.tellId === null) expect([0, 1]).toContain(step);
    else if (plan.probe && last) expect(['open', 'narrower']).toContain(plan.probe.rung);
    if (plan.tellId !== null && plan.intent !== 'asks-to-be-told') expect(last?.rung).toBe('first-letters');
  }
});

function givenAway(
  reply: string,
  {
    points,
    title,
    open,
    but,
  }: { points: readonly Point[]; title: string; open: ReadonlySet<string>; but: string | null },
): readonly string[] {
  const openIds = new Set([...open].filter((id) => id !== but));
  const guard = createGuard({ points, openIds, probeId: null, title, asked: '', said: '' });
  const whole = points.filter(({ id, text }) => openIds.has(id) && saysAllOf(reply, text));
  return [...givenAwayIn(reply, '', guard), ...whole].map(({ text }) => text);
}
