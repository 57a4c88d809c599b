import { createHash } from 'node:crypto';

/** Names what a prompt asks for, so that an answer is taken for that alone. */
export const digestOfPrompt = (toolName: string, toolInput: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([toolName, toolInput ?? null]))
    .digest('base64url');
