import type { PermissionMode, ShownPermissionMode } from '../../../protocol.ts';

interface PermissionModeWords {
  readonly mode: PermissionMode;
  readonly name: string;
  readonly does: string;
}

/** In the order of the menu. */
export const PERMISSION_MODES: readonly PermissionModeWords[] = [
  { mode: 'default', name: 'Asks first', does: 'Asks before it acts' },
  { mode: 'plan', name: 'Plans', does: 'Plans, and changes nothing' },
  { mode: 'acceptEdits', name: 'Edits freely', does: 'Edits files without asking' },
  { mode: 'auto', name: 'Auto', does: 'Decides by itself what is safe' },
  { mode: 'dontAsk', name: 'Never asks', does: 'Refuses what it would have to ask' },
];

export const permissionModeName = (shown: ShownPermissionMode): string =>
  PERMISSION_MODES.find(({ mode }) => mode === shown)?.name ?? 'Without permissions';
