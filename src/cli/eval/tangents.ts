import { z } from 'zod';

import { DETECTION_CONFIDENCE } from '#modes/rabbit-hole/domain/detection.ts';
import { createModelDetector, embeddedDetector } from '#modes/rabbit-hole/server/agents/agents.ts';

import { withFirstPerson } from './first-person.ts';
import { judgeRows, type Measure, openResults, readRows } from './rows.ts';
import { tangentScoresOf } from './scores.ts';

/**
 * A dialogue of two speakers. `shift` is 1 if the topic changes with the turn. It has no meaning for the first turn.
 */
const labelledDialogue = z.object({
  id: z.string(),
  turns: z
    .array(z.object({ text: z.string(), shift: z.literal([1, 0, -1]) }))
    .refine((turns) => turns.slice(1).every(({ shift }) => shift !== -1), 'only a first turn has no label'),
});

/** Judges every turn of labelled dialogues except the first, without points. */
export const measure: Measure = async ({ data, out, environment }) => {
  const turns = (await readRows(data, labelledDialogue)).flatMap(scoredTurnsOf);
  const add = openResults(out, data);
  return withFirstPerson(environment, async (first) => {
    const model = await first?.modelOf('detector');
    const detector = model ? createModelDetector(model) : embeddedDetector;
    const judged = await judgeRows(turns, {
      agent: detector,
      async judge({ messages }, signal) {
        const { isRabbithole, confidence, topic } = await detector.detect(messages, [], { session: null, signal });
        const isInvited = isRabbithole && confidence >= DETECTION_CONFIDENCE;
        return { prediction: isInvited ? 1 : 0, confidence, topic } as const;
      },
      failed: { prediction: 0, confidence: 0, topic: '' } as const,
      onJudged: ({ id, dialogue, turn, shift, prediction, confidence, topic }) =>
        add({ id, dialogue, turn, shift, prediction, confidence, topic, detector: detector.name }),
    });
    return tangentScoresOf(judged);
  });
};

/**
 * Each scored turn with all turns up to it. The speakers alternate; the speaker of the scored turn counts as the
 * person.
 */
function scoredTurnsOf({ id: dialogue, turns }: z.infer<typeof labelledDialogue>) {
  return turns.slice(1).map(({ shift }, before) => {
    const turn = before + 1;
    const messages = turns.slice(0, turn + 1).map(({ text }, index) => {
      return { author: (turn - index) % 2 === 0 ? ('person' as const) : ('assistant' as const), content: text };
    });
    return { id: `${dialogue}:${turn}`, dialogue, turn, shift, messages };
  });
}
