import type { OpenPermission } from '../../../protocol.ts';
import { toolName, toolSubject } from '../../domain/shown/tool-title.ts';

interface ResolvedPermissionProps {
  readonly permission: OpenPermission;
  /** The terminal still asks. */
  readonly isAsked: boolean;
}

/** The prompt that was answered last, and who answered it. */
export function ResolvedPermission({
  permission: { toolName: name, toolInput, resolved },
  isAsked,
}: ResolvedPermissionProps) {
  if (!resolved) return null;
  const subject = toolSubject(toolInput);
  return (
    <output className="mx-auto block w-full max-w-[720px] px-4 pb-4 text-xs text-ink-faint wide:px-6">
      {toolName(name)}
      {subject !== '' && (
        <>
          {' '}
          <code className="font-mono [overflow-wrap:anywhere]">{subject}</code>
        </>
      )}
      : {isAsked && resolved.by === 'nobody' ? 'withdrawn, answer it in the terminal' : wordsOf(resolved)}
    </output>
  );
}

function wordsOf({ by, behavior }: NonNullable<OpenPermission['resolved']>): string {
  if (by === 'nobody') return 'withdrawn, nobody answered it';
  const done = behavior === 'allow' ? 'allowed' : behavior === 'deny' ? 'denied' : 'answered';
  return by === 'chat' ? `${done} in the chat` : `${done} in the terminal`;
}
