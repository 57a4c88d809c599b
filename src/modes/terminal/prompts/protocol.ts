import { z } from 'zod';

import { at, id } from '#session/protocol.ts';

/** The wire formats of the answer page, which shows one prompt of Claude Code and takes its answer. */

const shownPrompt = z.object({
  permissionId: id,
  toolName: z.string(),
  toolInput: z.unknown(),
  /** Claude Code's suggestions to allow from now on, in words. */
  suggestions: z.array(z.string()).readonly(),
  /** Set for a request of a subagent. */
  agentId: z.string().nullable(),
  at,
  /** Its digest, which the answer must contain. */
  shown: z.string(),
});
export type ShownPrompt = z.infer<typeof shownPrompt>;

/** `GET /api/sessions/:terminal/prompts` */
export const promptsAnswer = z.object({
  title: z.string(),
  folder: z.string(),
  isRunning: z.boolean(),
  /** Waiting prompts, oldest first. */
  prompts: z.array(shownPrompt),
  /** The prompt that was answered last. */
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
  /** Made by the client: a repeated request has no second effect. */
  id,
  permissionId: id,
  shown: z.string().max(100),
  behavior: z.enum(['allow', 'deny']),
  message: z.string().max(10_000).optional(),
  answers: z.record(z.string(), z.string()).optional(),
  suggestions: z.array(z.int().nonnegative()).max(20).optional(),
});
export type PromptAnswer = z.infer<typeof promptAnswer>;
