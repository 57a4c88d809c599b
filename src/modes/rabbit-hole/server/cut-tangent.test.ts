import fc from 'fast-check';
import { expect, test } from 'vitest';

import { embeddedEvaluator } from '#modes/recall/evaluator/server/embedded-evaluator.ts';
import { buildTutorPrompt } from '#modes/recall/tutor/domain/model/prompt.ts';

import { handStream } from '../../../../fixtures/spine/hand-stream.ts';
import { scriptRabbithole } from '../../../../fixtures/spine/rabbithole-agents.ts';
import { openRabbitholeWorld } from '../../../../fixtures/spine/rabbithole-world.ts';
import { ladderTutor, POINTS } from '../../../../fixtures/spine/world.ts';

/** Answers, pleas for help and talk. */
const ON_TRUNK = [
  POINTS[0] ?? '',
  'It has to do with gardening.',
  'I do not know',
  'give me a hint',
  'tell me',
  'well',
];
/** Messages that recall nothing. */
const TANGENT = ['Where does zebra tea come from?', 'and which zebra drank it first', 'A zebra I do not know'];
const words = fc.array(fc.constantFrom(...ON_TRUNK), { minLength: 1, maxLength: 3 });

/** Each plays two whole sessions. The long tests play more. */
const RUNS = Number(process.env['WARREN_HOLE_RUNS'] ?? 4);

/**
 * A recall session with a record of what the agents on its trunk were asked: each conversation, and the tutor's
 * complete request.
 */
async function openSession() {
  const asked: { by: 'tutor' | 'evaluator' | 'detector'; said: unknown; request?: object }[] = [];
  const { agents } = scriptRabbithole();
  const hole = await openRabbitholeWorld(undefined, {
    rabbithole: {
      ...agents,
      detector: {
        ...agents.detector,
        detect(...given) {
          asked.push({ by: 'detector', said: given[0] });
          return agents.detector.detect(...given);
        },
      },
    },
    evaluator: {
      ...embeddedEvaluator,
      async evaluateBatch(...given) {
        asked.push({ by: 'evaluator', said: given[1] });
        const found = await embeddedEvaluator.evaluateBatch(...given);
        // It decides alone, so no answer waits on a card.
        const verdicts = found.verdicts.map((each) => {
          const { isUncertain: _, ...verdict } = each;
          return verdict;
        });
        return { ...found, verdicts };
      },
    },
    tutor: {
      ...ladderTutor,
      reply(request, call) {
        asked.push({ by: 'tutor', said: request.history, request: buildTutorPrompt(request) });
        return ladderTutor.reply(request, call);
      },
    },
  });
  const trunk = () => hole.onThread('trunk');
  return {
    ...hole,
    asked,
    trunk,
    cut: (from: string, to: string, topic = 'zebra tea') => hole.ask({ type: 'cut_tangent', from, to, topic }),
    idOf: (content: string) => trunk().find((message) => message.content === content)?.id ?? '',
  };
}

test('requests after a cut begin as if the messages had never been sent, and each begins with the previous one', async () => {
  await fc.assert(
    fc.asyncProperty(
      words,
      fc.array(fc.constantFrom(...TANGENT), { minLength: 1, maxLength: 3 }),
      words,
      async (before, tangent, later) => {
        const [first = '', ...others] = later;
        const without = await openSession();
        for (const content of [...before, first]) await without.say(content);
        const { length } = without.asked.filter(({ said }) => JSON.stringify(said).includes(first));
        expect(length).toBeGreaterThan(0);

        const cut = await openSession();
        for (const content of before) await cut.say(content);
        const stood = cut.trunk();
        for (const content of tangent) await cut.say(content);
        const taken = cut.trunk().slice(stood.length);
        // The range can end at replies: their questions are cut too.
        const [from = '', to = ''] = [taken[1]?.id, taken.at(-1)?.id];
        expect(await cut.cut(from, to)).toBe('accepted');
        expect(cut.trunk()).toEqual(stood);
        cut.asked.length = 0;
        await cut.say(first);
        const lastOf = (asked: typeof cut.asked, by: string) => asked.findLast((each) => each.by === by)?.said;
        for (const by of ['tutor', 'evaluator', 'detector'] as const)
          if (lastOf(cut.asked, by) && lastOf(without.asked, by))
            expect(lastOf(cut.asked, by), by).toEqual(lastOf(without.asked, by));
        for (const content of others) await cut.say(content);
        expect(JSON.stringify(cut.asked)).not.toContain('zebra');
        const requests = cut.asked.flatMap(({ request }) => (request ? [request as Prompt] : []));
        requests.slice(1).forEach(({ system, messages }, place) => {
          const earlier = requests[place] as Prompt;
          expect(system).toEqual(earlier.system);
          expect(messages.slice(0, earlier.messages.length - 1)).toEqual(earlier.messages.slice(0, -1));
        });
        await Promise.all([without.close(), cut.close()]);
      },
    ),
    { numRuns: RUNS },
  );
});

interface Prompt {
  readonly system: unknown;
  readonly messages: readonly unknown[];
}

test('points recalled in cut messages stay recalled, and the tutor asks for something else', async () => {
  const hole = await openSession();
  await hole.say('well');
  const stood = hole.trunk().length;
  await hole.say(`A zebra? ${POINTS[0]}`);
  const id = hole.trunk()[stood]?.id ?? '';
  expect(hole.recall().recalledIds).toHaveLength(1);
  expect(await hole.cut(id, id)).toBe('accepted');
  await hole.settled();
  expect(hole.recall().recalledIds).toHaveLength(1);
  expect(hole.holes().holes).toMatchObject([{ topic: 'zebra tea', visits: [{ pointsRecalled: 1 }] }]);
  // The question that became the last one again was answered by the cut messages.
  const [asks, ...more] = hole.trunk().slice(stood);
  expect(asks).toMatchObject({ author: 'assistant', status: 'complete' });
  expect(more).toEqual([]);
  await hole.say(POINTS[1] ?? '');
  expect(hole.recall().recalledIds).toHaveLength(2);
});

test('a pointless cut is refused with a reason', async () => {
  const hole = await openSession();
  const [opening] = hole.trunk();
  await hole.say('well');
  await hole.say('one zebra');
  const [one, two] = ['well', 'one zebra'].map(hole.idOf) as [string, string];
  expect(await hole.cut(opening?.id ?? '', one)).toBe('is-opening');
  expect(await hole.cut(one, 'nothing')).toBe('too-far-back');
  expect(await hole.cut(one, one, ' … ')).toBe('empty-topic');
  expect(await hole.open('plants')).toBe('accepted');
  expect(await hole.cut(one, one)).toBe('rabbithole-open');
  await hole.exit();
  await hole.say('two zebras');
  const three = hole.idOf('two zebras');
  // A hole was opened between the two.
  expect(await hole.cut(two, three)).toBe('holds-rabbithole');
  expect(await hole.cut(three, three)).toBe('accepted');
  // Some of these messages were cut before.
  expect(await hole.cut(two, three)).toBe('too-far-back');
  expect(await hole.cut(one, two)).toBe('accepted');
  expect(hole.trunk()).toEqual([opening]);
  expect(hole.holes().holes.map(({ cut }) => cut?.said)).toEqual([undefined, 1, 2]);
  // The order of restoring them does not matter.
  const [, , first] = hole.holes().holes;
  expect(await hole.ask({ type: 'restore_tangent', rabbitholeEventId: first?.id })).toBe('accepted');
  expect(hole.trunk().map(({ content }) => content)).toEqual(expect.arrayContaining(['well', 'one zebra']));
  expect(await hole.ask({ type: 'exit_rabbithole', findings: 'x' })).toBe('no-rabbithole');
  expect(await hole.open('tea')).toBe('accepted');
  expect(await hole.ask({ type: 'exit_rabbithole', findings: 'Tea is a plant.' })).toBe('no-findings');
  await hole.exit();
  await hole.ask({ type: 'end_session' });
  expect(await hole.cut(one, one)).toBe('session-over');
});

test('a cut waits for a reply under way, and a restarted server and its pages have the same conversation', async () => {
  const { stream } = handStream();
  const hole = await openRabbitholeWorld(undefined, {
    tutor: { ...ladderTutor, reply: (_request, call) => stream(call) },
  });
  await hole.send('one zebra');
  const id = hole.onThread('trunk').at(-1)?.id ?? '';
  expect(await hole.ask({ type: 'cut_tangent', from: id, to: id, topic: 'zebras' })).toBe('reply-under-way');
  await hole.ask({ type: 'stop_reply' });
  await hole.settled();
  expect(await hole.ask({ type: 'cut_tangent', from: id, to: id, topic: 'zebras' })).toBe('accepted');
  const { state } = hole.live();
  expect(hole.onThread('trunk').map(({ id: each }) => each)).not.toContain(id);
  await hole.restart({});
  expect(hole.live().state).toEqual(state);
  const [made] = hole.holes().holes;
  expect(await hole.ask({ type: 'enter_rabbithole', rabbitholeEventId: made?.id, topic: 'zebras' })).toBe('accepted');
  await hole.say('Tell me more of zebras');
  await hole.exit();
  expect(await hole.ask({ type: 'restore_tangent', rabbitholeEventId: made?.id })).toBe('went-on');
  expect(await hole.rows()).toMatchObject([{ id: made?.id, origin: 'cut', status: 'returned', visits: 2 }]);
});
