import { z } from 'zod';

/** What a step of an agent's session is: words, a command, a change of a file, or a look at something. */
const stepKind = z.enum(['said', 'command', 'change', 'look']);
export type StepKind = z.infer<typeof stepKind>;

/** Points that are proposed from the session of an agent; nothing is kept. */
export const sessionProposals = z.object({
  points: z.array(
    z.object({
      text: z.string(),
      /** The question that it answers, if one was written. */
      question: z.string().optional(),
      /** From the session, with white space folded. */
      sentence: z.string(),
      /** The message in the chat that it came from, and its time in ms. */
      moment: z.object({ messageId: z.string(), at: z.int(), kind: stepKind }),
    }),
  ),
  /** A name for a set of what is kept: that of the project's folder. */
  project: z.string(),
  /** The name of the agent that wrote them. */
  by: z.string(),
  /** Why the model was not used although it is configured; null otherwise. */
  notice: z.string().nullable(),
  /** The number of steps of the session that were too much for one request. */
  leftOut: z.int(),
});
export type SessionProposals = z.infer<typeof sessionProposals>;
