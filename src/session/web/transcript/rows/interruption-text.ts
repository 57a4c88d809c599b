import type { Message } from '../../../protocol.ts';

/** Why a reply ended early, and what to do. */
export function interruptionText({ reason, problem }: Pick<Message, 'reason' | 'problem'>): string {
  if (problem) return `${problem.message} ${problem.remedy}`.trim();
  switch (reason) {
    case 'stopped':
      return 'You stopped this reply.';
    case 'restarted':
      return 'Warren was restarted in the middle of this reply.';
    case 'limit':
      return 'This reply reached its limit.';
    case 'set-aside':
      return 'You left during this reply.';
    default:
      return 'This reply was interrupted.';
  }
}
