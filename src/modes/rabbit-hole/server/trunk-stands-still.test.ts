import fc from 'fast-check';
import { expect, test } from 'vitest';

import { embeddedEvaluator } from '#modes/recall/evaluator/server/embedded-evaluator.ts';
import type { Evaluator } from '#modes/recall/evaluator/server/evaluator.ts';
import { buildTutorPrompt } from '#modes/recall/tutor/domain/model/prompt.ts';
import { AppError } from '#wire/error-kind.ts';

import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';
import { ladderTutor } from '../../../../fixtures/spine/world.ts';

const FAILS = 'The line is bad just now';
const TANGENT = 'That reminds me of gardening, but where does tea come from?';
/** Messages on the trunk: answers, pleas, a tangent, and one on which the tutor fails. */
const ON_TRUNK = [
  'Adenosine builds up while we are awake.',
  'It has to do with gardening.',
  'I do not know',
  TANGENT,
  'give me a hint',
  'tell me',
  FAILS,
];
/** Messages in a hole that recall nothing. */
const INSIDE = ['Where does tea come from?', 'and who drank it first', 'I never liked milk in it', 'go on'];

type Step =
  | { readonly at: 'trunk'; readonly say: string; readonly waits: boolean; readonly retries: boolean }
  | { readonly at: 'help'; readonly kind: 'hint' | 'forgotten' | 'tell' }
  | { readonly at: 'decline' }
  | {
      readonly at: 'hole';
      readonly by: 'prompt' | 'hand' | 'again';
      readonly said: readonly string[];
      readonly waits: boolean;
      readonly leaves: boolean;
    };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      at: fc.constant('trunk' as const),
      say: fc.constantFrom(...ON_TRUNK),
      waits: fc.boolean(),
      retries: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      at: fc.constant('hole' as const),
      by: fc.constantFrom('prompt' as const, 'hand' as const, 'again' as const),
      said: fc.array(fc.constantFrom(...INSIDE), { maxLength: 3 }),
      waits: fc.boolean(),
      leaves: fc.boolean(),
    }),
  },
  fc.record({
    at: fc.constant('help' as const),
    kind: fc.constantFrom('hint' as const, 'forgotten' as const, 'tell' as const),
  }),
  fc.record({ at: fc.constant('decline' as const) }),
);

/** Each plays two whole sessions. The long tests play more. */
const RUNS = Number(process.env['WARREN_HOLE_RUNS'] ?? 4);

/** If a hole interrupts a self-check, another question follows, so this evaluator asks for none. */
const decidesAlone: Evaluator = {
  ...embeddedEvaluator,
  async evaluateBatch(...given) {
    const evaluation = await embeddedEvaluator.evaluateBatch(...given);
    const verdicts = evaluation.verdicts.map((found) => {
      const { isUncertain: _, ...verdict } = found;
      return verdict;
    });
    return { ...evaluation, verdicts };
  },
};

/** Every request to the tutor's model over a session with these steps. */
async function requestsOf(steps: readonly Step[], { withHoles }: { withHoles: boolean }): Promise<readonly string[]> {
  const requests: string[] = [];
  const embedded = ladderTutor;
  const failed = new Set<string>();
  const { agents } = scriptRabbithole({ detect: (content) => (content === TANGENT ? 'where tea is from' : null) });
  const hole = await openRabbitholeWorld(undefined, {
    rabbithole: agents,
    evaluator: decidesAlone,
    tutor: {
      ...embedded,
      async *reply(request, call) {
        // A reply that the hole cut is requested again as its continuation.
        const prompt = JSON.stringify(
          buildTutorPrompt({ ...request, tell: request.begun?.told ?? request.tell, begun: null }),
        );
        if (requests.at(-1) !== prompt) requests.push(prompt);
        const isBad = request.history.at(-1)?.content === FAILS && !failed.has(prompt);
        failed.add(prompt);
        if (isBad) throw new AppError('model-failed', 'It is down.', { remedy: 'Retry.' });
        yield* embedded.reply(request, call);
      },
    },
  });

  async function enter(by: 'prompt' | 'hand' | 'again'): Promise<string> {
    const { prompt, holes } = hole.holes();
    const [known] = holes;
    if (by === 'prompt' && prompt)
      return hole.ask({ type: 'enter_rabbithole', rabbitholeEventId: prompt.eventId, topic: prompt.topic });
    if (by === 'again' && known)
      return hole.ask({ type: 'enter_rabbithole', rabbitholeEventId: known.id, topic: known.topic });
    const messageId = hole.live().state.messages[0]?.id ?? '';
    return hole.ask({ type: 'open_rabbithole', topic: 'tea', messageId });
  }

  for (const one of steps) {
    if (one.at === 'trunk') {
      await hole.settled();
      await hole.send(one.say);
      // Waits until a failure is reported and a tangent detected, since a hole would drop both.
      if (one.waits || one.retries || one.say === FAILS || one.say === TANGENT) await hole.settled();
      if (one.retries) await hole.ask({ type: 'retry_reply' });
    } else if (one.at === 'help') {
      await hole.settled();
      await hole.ask({ type: 'request_help', kind: one.kind });
    } else if (withHoles && one.at === 'decline') await hole.ask({ type: 'decline_rabbithole' });
    else if (withHoles && one.at === 'hole') {
      // The tutor may still be replying, or the evaluator working.
      expect(await enter(one.by)).toBe('accepted');
      for (const content of one.said) {
        await hole.send(content);
        if (one.waits) await hole.settled();
      }
      if (one.leaves) await hole.ask({ type: 'leave_session' });
      expect(await hole.ask({ type: 'exit_rabbithole' })).toBe('accepted');
    }
  }
  await hole.settled();
  await hole.close();
  return requests;
}

test('a hole without credits or tellings leaves the tutor’s requests unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const last: Step = { at: 'trunk', say: 'The half-life of caffeine is five hours.', waits: true, retries: false };
      const all = [...steps, last];
      expect(await requestsOf(all, { withHoles: true })).toEqual(await requestsOf(all, { withHoles: false }));
    }),
    { numRuns: RUNS },
  );
});
