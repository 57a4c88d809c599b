import { z } from 'zod';

import { cleanText, hasNoDirectionMarks, isBlank } from '#kernel/clean-text.ts';
import { id } from '#session/protocol.ts';

import {
  MAX_CONTEXT_CHARACTERS,
  MAX_POINT_CHARACTERS,
  MAX_SENTENCE_CHARACTERS,
  newPoint,
  newSet,
} from '../sets/protocol.ts';

/** The wire format of points that programs propose. They are in no set until the person accepts them. */

const MAX_PROPOSED_AT_ONCE = 20;
export const MAX_CLIENT_CHARACTERS = 200;
/** Hexadecimal digits of a SHA-256. */
export const WORDS_KEY_CHARACTERS = 64;
/** Maximum number of proposed points that wait for a person, and of those from one program. */
export const MAX_WAITING = 200;
export const MAX_WAITING_OF_PROGRAM = 100;

const MARKS = 'This has invisible characters that change the direction of text. Leave them out.';
const line = (max: number, what: string) =>
  z
    .string()
    .overwrite(cleanText)
    .trim()
    .refine(hasNoDirectionMarks, MARKS)
    .max(max, `${what} has at most ${max} characters.`);
const seen = (text: string) => !isBlank(text);

/** The input of `propose_points`. */
export const proposedPoints = z.object({
  set: line(newSet.shape.title.maxLength ?? 200, 'The name of a set')
    .default('')
    .describe('The name of the set that they belong to, existing or new. The person can choose another one.'),
  points: z
    .array(
      z.object({
        text: line(MAX_POINT_CHARACTERS, 'A point')
          .refine(seen, 'A point cannot be empty.')
          .describe('One thought in one or two sentences that are right without their surroundings.'),
        question: line(MAX_POINT_CHARACTERS, 'A question')
          .refine(seen, 'Each point needs a question that it answers.')
          .describe('The question that the point answers. It does not contain the answer.'),
        context: line(MAX_CONTEXT_CHARACTERS, 'A heading')
          .default('')
          .describe('A heading that the point is listed under, such as the project or topic.'),
        source: id.optional().describe('The id of the source that it was made of, as search_library gives it.'),
        quote: line(MAX_SENTENCE_CHARACTERS, 'A quotation')
          .default('')
          .describe('The sentence that the point was made of, word for word as in the source or conversation.'),
      }),
    )
    .min(1, 'Propose at least one point.')
    .max(MAX_PROPOSED_AT_ONCE, `At most ${MAX_PROPOSED_AT_ONCE} points are proposed at once.`),
});
export type ProposedPoints = z.output<typeof proposedPoints>;

const waitingPoint = z.object({
  id,
  text: z.string(),
  question: z.string(),
  context: z.string(),
  /** The set that the program suggests; empty without one. */
  setName: z.string(),
  client: z.string(),
  /** When it was proposed, in ms. */
  at: z.int(),
  /** Empty without one. */
  sentence: z.string(),
  /** The title of the source that it was made from; null without one, or if the source was deleted. */
  sourceTitle: z.string().nullable(),
  /** The name of a set that already has this point; null without one. */
  heldIn: z.string().nullable(),
});
export type WaitingPoint = z.infer<typeof waitingPoint>;
/** `GET /api/recall/proposals`: the points that wait for a decision, oldest first. */
export const waitingPoints = z.object({ points: z.array(waitingPoint) });
export type WaitingPoints = z.infer<typeof waitingPoints>;

/** `POST /api/recall/proposals/decide`: accepts points into a set and drops others, as one action. */
export const decision = z.object({
  /** Made by the client, so that a resend has no second effect. */
  id,
  setId: id,
  /** The name of the set, if it has to be created. */
  newSet: newSet.shape.title.optional(),
  points: z.array(newPoint.pick({ text: true, question: true }).extend({ proposal: id })).max(MAX_WAITING),
  dropped: z.array(id).max(MAX_WAITING),
});
export type Decision = z.output<typeof decision>;
