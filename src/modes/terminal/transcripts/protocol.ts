import { z } from 'zod';

const oldSession = z.object({
  /** Claude Code's own id. */
  claudeSession: z.string(),
  /** The folder of the session; null if its transcript does not name one. */
  folder: z.string().nullable(),
  title: z.string(),
  /** The latest words of the session. */
  lastWords: z.string(),
  /** The time of these words. */
  at: z.int(),
  prompts: z.int(),
  bytes: z.int(),
  /** The passage with the searched words. */
  excerpt: z.string().optional(),
});
export type OldSession = z.infer<typeof oldSession>;

/** `GET /api/terminals/old?query=`: latest first. */
export const oldSessionsAnswer = z.object({
  sessions: z.array(oldSession),
  /** There are more matches than are listed. */
  hasMore: z.boolean(),
});
export type OldSessionsAnswer = z.infer<typeof oldSessionsAnswer>;

const oldEntry = z.object({
  id: z.string(),
  kind: z.enum(['person', 'assistant', 'tool', 'result', 'notice']),
  text: z.string(),
  at: z.int().nullable(),
  isError: z.boolean().optional(),
});
export type OldEntry = z.infer<typeof oldEntry>;

/** `GET /api/terminals/old/:claudeSession`: words and calls, in order. */
export const oldSessionAnswer = z.object({
  session: oldSession,
  entries: z.array(oldEntry),
  /** There are earlier entries, which are not listed. */
  hasEarlier: z.boolean(),
});
export type OldSessionAnswer = z.infer<typeof oldSessionAnswer>;
