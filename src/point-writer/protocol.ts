import { z } from 'zod';

/** The kind of a step of an agent's session: words, a command, a change of a file, or a read. */
const stepKind = z.enum(['said', 'command', 'change', 'look']);
export type StepKind = z.infer<typeof stepKind>;

/** Points that are proposed from the session of an agent; nothing is stored. */
export const sessionProposals = z.object({
  points: z.array(
    z.object({
      text: z.string(),
      /** The question that it answers, if there is one. */
      question: z.string().optional(),
      /** From the session, with white space folded. */
      sentence: z.string(),
      /** The message in the chat that it came from, and its time in ms. */
      moment: z.object({ messageId: z.string(), at: z.int(), kind: stepKind }),
    }),
  ),
  /** The suggested name of a set: that of the project's folder. */
  project: z.string(),
  /** The name of the agent that wrote them. */
  by: z.string(),
  /** Why the configured model was not used; null otherwise. */
  notice: z.string().nullable(),
  /** The number of steps that did not fit in one request. */
  leftOut: z.int(),
});
export type SessionProposals = z.infer<typeof sessionProposals>;
