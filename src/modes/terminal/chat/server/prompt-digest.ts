import { createHash } from 'node:crypto';

import type { OpenPermission } from '../../protocol.ts';

type Asked = Pick<OpenPermission, 'toolName' | 'toolInput' | 'suggestions'>;

/** Identifies the subject and the suggestions of a prompt, so that an answer is accepted only for these. */
export const digestOfPrompt = ({ toolName, toolInput, suggestions }: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify([toolName, toolInput ?? null, ...suggestions]))
    .digest('base64url');
