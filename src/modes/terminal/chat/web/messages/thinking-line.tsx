import { Caret } from '#elements/web/text/markdown.tsx';
import type { Message } from '#session/protocol.ts';

import type { TerminalView } from '../../../protocol.ts';

interface ThinkingLineProps {
  readonly latest: Message | undefined;
  readonly terminal: Pick<TerminalView, 'status' | 'detail'>;
}

/**
 * Shown between a message and the first content of its answer, and while Claude Code retries or compacts its history.
 */
export function ThinkingLine({ latest, terminal: { status, detail } }: ThinkingLineProps) {
  const isAnswered = latest?.author === 'assistant' && (latest.content !== '' || (latest.parts?.length ?? 0) > 1);
  if (status === 'thinking' && isAnswered) return null;
  if (status === 'running-a-tool') return null;
  const words =
    status === 'retrying'
      ? 'The provider did not answer. Claude Code tries again'
      : status === 'compacting'
        ? 'Claude Code summarises its history'
        : 'Claude is thinking…';
  return (
    <output className="mx-auto block w-full max-w-[720px] px-4 pb-6 text-sm text-ink-soft wide:px-6">
      {words}
      {detail !== null && status !== 'thinking' && `: ${detail}`} <Caret />
    </output>
  );
}
