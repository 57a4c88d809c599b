import { z } from 'zod';

const oldSession = z.object({
  /** Claude Code's own id. */
  claudeSession: z.string(),
  /** The folder that it worked in; null if its transcript does not say. */
  folder: z.string().nullable(),
  title: z.string(),
  /** The latest that was said in it. */
  lastWords: z.string(),
  /** When that was. */
  at: z.int(),
  prompts: z.int(),
  bytes: z.int(),
  /** The passage with the words that were searched for. */
  excerpt: z.string().optional(),
});
export type OldSession = z.infer<typeof oldSession>;

/** `GET /api/terminals/old?query=`: latest first. */
export const oldSessionsAnswer = z.object({
  sessions: z.array(oldSession),
  /** More were found than are listed. */
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

/** `GET /api/terminals/old/:claudeSession`: what was said and done, in order. */
export const oldSessionAnswer = z.object({
  session: oldSession,
  entries: z.array(oldEntry),
  /** Earlier entries than these are not shown. */
  hasEarlier: z.boolean(),
});
export type OldSessionAnswer = z.infer<typeof oldSessionAnswer>;
