import type { Activity } from '#session/domain/activity.ts';
import type { ChangedSummary } from '#session/protocol.ts';

import type { TerminalExit, TerminalStatus } from '../../protocol.ts';
import { hasEnded, isAtWork, needsPerson } from './terminal-state.ts';

interface Details {
  readonly status?: TerminalStatus;
  readonly detail?: string | null;
  readonly since?: number;
  readonly exit?: TerminalExit | null;
  /** The open prompt that has waited longest. */
  readonly prompt?: string | null;
}

/** The activity of a terminal, for notices. */
export function activityOf({ details }: Pick<ChangedSummary, 'details'>): Activity | null {
  const { status, detail, since, exit, prompt }: Details = details ?? {};
  if (status === undefined) return null;
  const key = `${status} ${since ?? 0} ${detail ?? ''} ${prompt ?? ''}`;
  if (needsPerson(status)) return { is: 'waiting', key };
  if (isAtWork(status)) return { is: 'working', key: '' };
  // When idle, `detail` is the reason why the turn failed.
  const hasFailed = hasEnded(status) ? hasFailedExit(exit) : status === 'idle' && typeof detail === 'string';
  return { is: hasFailed ? 'failed' : 'resting', key };
}

const hasFailedExit = (exit: TerminalExit | null | undefined) =>
  exit?.reason === 'failed' || exit?.reason === 'lost' || (exit?.reason === 'exited' && exit.exitCode !== 0);
