import fc from 'fast-check';
import { expect, test } from 'vitest';

import { buildTutorPrompt } from '#modes/recall/domain/model-tutor/prompt.ts';
import { createEmbeddedTutor } from '#modes/recall/server/agents/embedded-agents.ts';

import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';

/** Said on the trunk: an answer, a near miss, a plea, a question. */
const ON_TRUNK = [
  'Adenosine builds up while we are awake.',
  'The half-life of caffeine is seven hours.',
  'I do not know',
  'Something with receptors, but which ones?',
  'give me a hint',
  'tell me',
];
/** Said in a hole: nothing that recalls a point. */
const INSIDE = ['Where does tea come from?', 'and who drank it first', 'I never liked milk in it', 'go on'];

type Step =
  | { readonly at: 'trunk'; readonly say: string; readonly waits: boolean }
  | { readonly at: 'hole'; readonly said: readonly string[]; readonly waits: boolean; readonly stops: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ at: fc.constant('trunk' as const), say: fc.constantFrom(...ON_TRUNK), waits: fc.boolean() }),
  fc.record({
    at: fc.constant('hole' as const),
    said: fc.array(fc.constantFrom(...INSIDE), { maxLength: 3 }),
    waits: fc.boolean(),
    stops: fc.boolean(),
  }),
);

/** Every request of the tutor, as its model would get it, over a session that goes through these steps. */
async function requestsOf(steps: readonly Step[], { withHoles }: { withHoles: boolean }): Promise<readonly string[]> {
  const requests: string[] = [];
  const embedded = createEmbeddedTutor({ paceMs: 0 });
  const hole = await openRabbitholeWorld(undefined, {
    rabbithole: scriptRabbithole().agents,
    tutor: {
      ...embedded,
      reply(request, call) {
        requests.push(JSON.stringify(buildTutorPrompt(request)));
        return embedded.reply(request, call);
      },
    },
  });
  for (const one of steps) {
    if (one.at === 'trunk') {
      await hole.settled();
      await hole.send(one.say);
      if (one.waits) await hole.settled();
    } else if (withHoles) {
      const messageId = hole.live().state.messages[0]?.id ?? '';
      // The tutor may still be speaking, or the evaluator reading.
      expect(await hole.ask({ type: 'open_rabbithole', topic: 'tea', messageId })).toBe('accepted');
      for (const content of one.said) {
        await hole.send(content);
        if (one.waits) await hole.settled();
      }
      if (one.stops) await hole.ask({ type: 'leave_session' });
      expect(await hole.ask({ type: 'exit_rabbithole' })).toBe('accepted');
    }
  }
  await hole.settled();
  await hole.close();
  return requests;
}

test('whatever is said in holes, as long as nothing is credited or told there the tutor is asked the very same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const last: Step = { at: 'trunk', say: 'The half-life of caffeine is five hours.', waits: true };
      const all = [...steps, last];
      expect(await requestsOf(all, { withHoles: true })).toEqual(await requestsOf(all, { withHoles: false }));
    }),
    { numRuns: 30 },
  );
}, 120_000);
