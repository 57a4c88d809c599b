import { z } from 'zod';

import { id } from '#session/protocol.ts';

/** `POST /api/sessions/:id/chat/keep`: keeps the messages between two ids, given in either order. */
export const keptRange = z.object({ from: id, to: id });

/**
 * `GET /api/terminals/ended`: sessions of Claude Code that ended on the latest day before today on which any did, and
 * the idle terminals.
 */
export const endedSessions = z.object({
  /** `YYYY-MM-DD` of the person's calendar; null where no session is offered. */
  day: z.string().nullable(),
  isYesterday: z.boolean(),
  /** Number of all offered sessions; `sessions` has the latest of them. */
  total: z.int(),
  sessions: z.array(
    z.object({
      session: id,
      title: z.string(),
      questions: z.array(z.string()),
      questionCount: z.int(),
      /** The beginning of the last answer. */
      answer: z.string(),
    }),
  ),
  /** Terminals at a prompt, or lost with a server: they do nothing, and the person has nothing to answer in them. */
  idle: z.array(id),
});
export type EndedSessions = z.infer<typeof endedSessions>;
