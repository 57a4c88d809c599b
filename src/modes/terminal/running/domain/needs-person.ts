import type { TerminalStatus } from '../../protocol.ts';

const STATUSES: readonly TerminalStatus[] = ['set-up', 'waiting-for-trust', 'needs-permission', 'asks-a-question'];

/** Whether what runs in a terminal goes on only once the person has acted. */
export const needsPerson = (status: TerminalStatus): boolean => STATUSES.includes(status);
