import { createHash } from 'node:crypto';

import type { OpenPermission } from '../../protocol.ts';

type Asked = Pick<OpenPermission, 'toolName' | 'toolInput' | 'suggestions'>;

/** Names what a prompt asks for and what it suggests, so that an answer is taken for that alone. */
export const digestOfPrompt = ({ toolName, toolInput, suggestions }: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify([toolName, toolInput ?? null, ...suggestions]))
    .digest('base64url');
