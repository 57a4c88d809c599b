import { z } from 'zod';

import { at, id } from '#session/protocol.ts';

/** The wire formats of the page that shows a prompt of Claude Code by itself and takes its answer. */

const shownPrompt = z.object({
  permissionId: id,
  toolName: z.string(),
  toolInput: z.unknown(),
  /** What Claude Code suggests to allow from now on, in words. */
  suggestions: z.array(z.string()).readonly(),
  /** Of a subagent. */
  agentId: z.string().nullable(),
  at,
  /** Its digest, which goes with the answer. */
  shown: z.string(),
});
export type ShownPrompt = z.infer<typeof shownPrompt>;

/** `GET /api/sessions/:terminal/prompts` */
export const promptsAnswer = z.object({
  title: z.string(),
  folder: z.string(),
  isRunning: z.boolean(),
  /** Those that wait for an answer, oldest first. */
  prompts: z.array(shownPrompt),
  /** The one that was answered last. */
  answered: z
    .object({
      permissionId: id,
      by: z.enum(['chat', 'terminal', 'nobody']),
      behavior: z.enum(['allow', 'deny']).nullable(),
      device: z.string().optional(),
    })
    .nullable(),
});
export type PromptsAnswer = z.infer<typeof promptsAnswer>;

/** `POST /api/sessions/:terminal/prompts/answer`: the fields of `answer_permission`. */
export const promptAnswer = z.object({
  /** Made by the client: the same again has no second effect. */
  id,
  permissionId: id,
  shown: z.string().max(100),
  behavior: z.enum(['allow', 'deny']),
  message: z.string().max(10_000).optional(),
  answers: z.record(z.string(), z.string()).optional(),
  suggestions: z.array(z.int().nonnegative()).max(20).optional(),
});
export type PromptAnswer = z.infer<typeof promptAnswer>;
