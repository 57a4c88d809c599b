import { useContext } from 'react';

import type { OpenPermission } from '../../../protocol.ts';
import { inFolder, toolName, toolSubject } from '../../domain/shown/tool-title.ts';
import { ChatContext } from '../chat-context.ts';

/** The prompt that was answered last, and who answered it. */
export function ResolvedPermission({
  permission: { toolName: name, toolInput, resolved },
}: {
  readonly permission: OpenPermission;
}) {
  const folder = useContext(ChatContext)?.folder;
  if (!resolved) return null;
  const subject = inFolder(toolSubject(toolInput), folder);
  return (
    <output className="mx-auto block w-full max-w-[720px] truncate px-4 pb-4 text-xs text-ink-faint wide:px-6">
      {capital(wordsOf(resolved))}: {toolName(name)} {subject !== '' && <code className="font-mono">{subject}</code>}
    </output>
  );
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function wordsOf({ by, behavior }: NonNullable<OpenPermission['resolved']>): string {
  if (by === 'nobody') return 'withdrawn, answered by nobody';
  const done = behavior === 'allow' ? 'allowed' : behavior === 'deny' ? 'denied' : 'answered';
  return by === 'chat' ? `${done} in the chat` : `${done} in the terminal`;
}
