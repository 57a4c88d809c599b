import type { OpenPermission } from '../../../protocol.ts';
import { toolName } from './tool-title.ts';

const TITLES: Readonly<Record<string, string>> = {
  AskUserQuestion: 'Claude Code asks',
  ExitPlanMode: 'Claude Code has a plan',
  Bash: 'Claude Code asks to run a command',
};
/** The words of the question, which the file's name follows. */
const ABOUT_A_FILE: Readonly<Record<string, string>> = {
  Edit: 'Claude Code asks to edit',
  MultiEdit: 'Claude Code asks to edit',
  Write: 'Claude Code asks to write',
  Read: 'Claude Code asks to read',
};

export const isAboutFile = (name: string): boolean => ABOUT_A_FILE[name] !== undefined;

/** The title of a prompt, without the file's name. */
export const promptTitle = (name: string): string =>
  TITLES[name] ?? ABOUT_A_FILE[name] ?? `Claude Code asks for permission: ${toolName(name)}`;

/** Says how a prompt was answered, and where. */
export function resolvedInWords({ by, behavior, device }: NonNullable<OpenPermission['resolved']>): string {
  if (by === 'nobody') return 'Withdrawn, answered by nobody';
  const done = behavior === 'allow' ? 'Allowed' : behavior === 'deny' ? 'Denied' : 'Answered';
  if (by === 'terminal') return `${done} in the terminal`;
  return device === undefined ? `${done} in Warren` : `${done} in Warren, with ${device}`;
}
