import { expect, test } from 'vitest';

import { answerByRole, NO_TANGENT } from '../../../../fixtures/provider/by-role.ts';
import { holeAgentsOfFile } from '../../../../fixtures/provider/hole-agents.ts';
import type { Script } from '../../../../fixtures/provider/script.ts';
import type { DetectorMessage, DetectorPoint } from '../domain/detection.ts';
import { embeddedDetector } from './agents/agents.ts';
import { lookForTangent } from './look-for-tangent.ts';

const world = holeAgentsOfFile();
const { agents, choose } = world;

const points: readonly DetectorPoint[] = [
  { id: 'one', text: 'Adenosine builds up while we are awake.', isCurrent: true },
];
const messages: readonly DetectorMessage[] = [
  { author: 'assistant', content: 'What builds up?' },
  { author: 'person', content: 'wait, do lizards feel sleepy as well?' },
];
const never = new AbortController().signal;
const look = { messages, points, session: 'a-session', signal: never };

test.each([
  ['a model that nobody knows', { status: 404 }, 'unknown-model'],
  ['a rejected key', { status: 401 }, 'rejected-key'],
  ['prose', 'No tangent here, I would say.', 'malformed'],
  ['a refusal', { pieces: [], stop: 'refusal' }, 'refused'],
  ['nothing in time', { silence: true }, 'stalled'],
] as const)(
  'if the model’s result is %s, the embedded detector judges, and the reason is known',
  async (_, detector, failure) => {
    world.double.answer(answerByRole({ detector: detector as Script | string }));
    const timeoutMs = failure === 'stalled' ? 100 : 20_000;
    const looked = await lookForTangent(await agents(), { ...look, timeoutMs });
    expect(looked.detection).toEqual(await embeddedDetector.detect(messages, points, look));
    expect(looked.detection.isRabbithole).toBe(true);
    expect(looked.failure).toMatchObject({ failure, message: expect.stringContaining('etector’s model') as unknown });
  },
);

test('a model that answers judges alone', async () => {
  world.double.answer(answerByRole({ detector: NO_TANGENT }));
  expect(await lookForTangent(await agents(), look)).toMatchObject({
    detection: { isRabbithole: false },
    failure: null,
  });
});

test('a cancelled detection stays cancelled, and nothing replaces it', async () => {
  world.double.answer(() => ({ silence: true }));
  const stop = new AbortController();
  const looking = lookForTangent(await agents(), { ...look, signal: stop.signal });
  await world.double.request(0);
  stop.abort(new Error('the session leaves memory'));
  await expect(looking).rejects.toThrow('the session leaves memory');
});

test('an embedded detector has no replacement, because its failures are bugs', async () => {
  const { detectorInstead } = await agents(world.served({ isOffline: true }));
  expect(detectorInstead).toBeUndefined();
  const detector = { ...embeddedDetector, detect: () => Promise.reject(new TypeError('a bug')) };
  await expect(lookForTangent({ detector, detectorInstead: embeddedDetector }, look)).rejects.toThrow('a bug');
});

test('a spending limit is reported by the other roles of the model', async () => {
  const give = (role: string, provider: null | 'anthropic') =>
    choose(role, { provider, model: provider ? 'claude-opus-5-5' : '', maxTokens: 1_024 });
  expect(await agents()).toMatchObject({ isLimitTold: true });
  await give('tutor', null);
  expect(await agents()).toMatchObject({ isLimitTold: true });
  await give('evaluator', null);
  expect(await agents()).toMatchObject({ isLimitTold: false });
  await give('tutor', 'anthropic');
  expect(await agents()).toMatchObject({ isLimitTold: true });
});
