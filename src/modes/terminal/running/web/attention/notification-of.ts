import type { ChangedSummary } from '#session/protocol.ts';

import type { TerminalStatus } from '../../../protocol.ts';
import { hasEnded, isAtWork, needsPerson } from '../../domain/terminal-state.ts';

export interface TerminalNotification {
  readonly title: string;
  readonly body: string;
}

/**
 * The notification of a terminal whose status changed, if any: that it needs the person, has finished or has ended.
 * Without `withWords` it holds nothing that was said in the terminal.
 */
export function notificationOf(
  { title, lastLine, details }: Pick<ChangedSummary, 'title' | 'lastLine' | 'details'>,
  before: unknown,
  { withWords }: { readonly withWords: boolean },
): TerminalNotification | null {
  const status = details?.['status'] as TerminalStatus | undefined;
  const earlier = before as TerminalStatus | undefined;
  if (status === undefined || status === earlier) return null;
  const body = withWords ? lastLine : '';
  if (needsPerson(status)) return { title: `${title} needs you`, body };
  // A terminal that was at rest before, or is heard of for the first time, has not just finished.
  if (earlier === undefined || !isAtWork(earlier)) return null;
  // At rest, a detail is why its turn failed.
  if (status === 'idle' && earlier !== 'starting')
    return { title: `${title} has ${typeof details?.['detail'] === 'string' ? 'failed' : 'finished'}`, body };
  if (status === 'quiet') return { title: `${title} is quiet`, body };
  return hasEnded(status) ? { title: `${title} has ended`, body } : null;
}
