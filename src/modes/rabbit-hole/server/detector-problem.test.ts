import { expect, test } from 'vitest';

import { ModelFailure, type ModelFailureKind } from '#language-model/server/model-failure.ts';
import { embeddedEvaluator } from '#modes/recall/evaluator/server/embedded-evaluator.ts';
import type { Evaluator } from '#modes/recall/evaluator/server/evaluator.ts';
import { AppError } from '#wire/error-kind.ts';

import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';
import { until } from '../../../../fixtures/spine/world.ts';
import type { RabbitholeAgents } from './agents/agents.ts';
import { detectorProblem } from './look-for-tangent.ts';

function failing(failure: ModelFailureKind, providerMessage?: string): ModelFailure {
  return new ModelFailure(failure, { message: `It is ${failure}.`, remedy: `Mend ${failure}.`, providerMessage });
}

/** Agents with a scripted failing detector and a replacement. */
function failingAgents(failures: Iterator<ModelFailure>, more: Partial<RabbitholeAgents> = {}): RabbitholeAgents {
  const { agents } = scriptRabbithole({ detect: (content) => (content.includes('lizards') ? 'lizards' : null) });
  const detect = () => Promise.reject(failures.next().value as Error);
  return {
    ...agents,
    detector: { name: 'A model', isEmbedded: false, detect },
    detectorInstead: agents.detector,
    ...more,
  };
}

function* inTurn(...failures: ModelFailure[]) {
  for (let at = 0; ; at += 1) yield failures[Math.min(at, failures.length - 1)] as ModelFailure;
}

async function openPastTheBeginning(agents: Parameters<typeof openRabbitholeWorld>[1]) {
  const hole = await openRabbitholeWorld(undefined, agents);
  await hole.pastTheBeginning();
  const notes = () => hole.frames.filter(({ type }) => type === 'trouble_noted');
  return { ...hole, notes, reasons: () => notes().map(({ problem }) => (problem as { reason?: string }).reason) };
}

test('the replacement detector leads to an invitation, and each reason is reported once', async () => {
  const failures = inTurn(failing('unknown-model'), failing('unknown-model'), failing('malformed'));
  const hole = await openPastTheBeginning({ rabbithole: failingAgents(failures) });
  await hole.say('one thing');
  await hole.say('It rains');
  expect(hole.reasons()).toEqual(['unknown-model']);
  await hole.say('do lizards sleep?');
  expect(hole.reasons()).toEqual(['unknown-model', 'malformed']);
  expect(hole.holes().prompt?.topic).toBe('lizards');
  expect(hole.notes()[0]).toMatchObject({
    thread: 'trunk',
    problem: {
      message: 'It is unknown-model. What is built in looks for tangents in its place.',
      remedy: 'Mend unknown-model.',
    },
  });
  await hole.restart();
  await hole.ask({ type: 'decline_rabbithole' });
  for (const content of ['three', 'are', 'let be', 'and then']) await hole.say(content);
  expect(hole.reasons()).toEqual(['unknown-model', 'malformed']);
});

test('a spending limit is reported only if no other model reports it', async () => {
  for (const isLimitTold of [true, false]) {
    const rabbithole = failingAgents(inTurn(failing('spending-limit')), { isLimitTold });
    const hole = await openPastTheBeginning({ rabbithole });
    await hole.say('do lizards sleep?');
    expect(hole.holes().prompt?.topic).toBe('lizards');
    expect(hole.reasons()).toEqual(isLimitTold ? [] : ['spending-limit']);
    await hole.close();
  }
});

test('an evaluator’s problem inside a hole is reported after it, regardless of the detector’s reports', async () => {
  const evaluator: Evaluator = {
    ...embeddedEvaluator,
    evaluateBatch: (points, messages, mode) =>
      mode.name === 'rabbithole'
        ? Promise.reject(new AppError('model-failed', 'It is down.', { remedy: 'Wait.' }))
        : embeddedEvaluator.evaluateBatch(points, messages, mode),
  };
  const late = Promise.withResolvers<void>();
  const agents = failingAgents(inTurn(failing('rejected-key')));
  const { detector } = agents;
  const rabbithole: RabbitholeAgents = {
    ...agents,
    detector: { ...detector, detect: (...asked) => late.promise.then(() => detector.detect(...asked)) },
  };
  const hole = await openPastTheBeginning({ evaluator, rabbithole });
  await hole.send('one thing');
  await until(() => hole.live().state.turn === null, 'the tutor did not wait for the detector');
  await hole.turnOff('tea');
  await hole.send('green tea');
  await until(
    () => hole.frames.filter(({ type }) => type === 'message_evaluated').length === 4,
    'it could not be read',
  );
  late.resolve();
  await hole.settled();
  expect(hole.notes()).toEqual([]);
  await hole.exit();
  await hole.say('It rains');
  expect(hole.notes().map(({ problem }) => (problem as { message: string }).message)).toEqual([
    expect.stringContaining('in the rabbit hole could not be checked'),
    'It is rejected-key.',
  ]);
});

test('each failure has a remedy suited to background work', () => {
  const told = (failure: ModelFailure, shows = true) => detectorProblem(failure, () => shows);
  expect(told(failing('stalled')).remedy).toMatch(/^Go on\. Where it happens often, choose another model/);
  expect(told(failing('unknown-model')).remedy).toBe('Mend unknown-model.');
  const instead = { message: 'The key was rejected.', remedy: 'Embedded agents answer.' };
  const ofProvider = new ModelFailure('rejected-key', { message: 'For the detector.', remedy: 'Mend it.', instead });
  expect(told(ofProvider)).toEqual({ ...instead, reason: 'rejected-key' });
  expect(told(failing('rejected-request', 'Adenosine is no field'), false).message).toBe(
    'The detector’s model did not answer. What is built in looks for tangents in its place.',
  );
  expect(told(failing('rejected-request', 'No such field')).message).toMatch(
    /^It is rejected-request\. What is built in/,
  );
});
