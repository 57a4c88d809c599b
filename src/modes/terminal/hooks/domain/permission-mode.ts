import type { ShownPermissionMode } from '../../protocol.ts';
import { fieldOf } from './screen-places.ts';

/** The mode's words in the first row below the field, in versions 2.1.197 and 2.1.330. */
const SHOWN: readonly (readonly [ShownPermissionMode, RegExp])[] = [
  ['default', /^\s*⏸ manual mode on\b/u],
  ['acceptEdits', /^\s*⏵⏵ accept edits on\b/u],
  ['plan', /^\s*⏸ plan mode on\b/u],
  ['auto', /^\s*⏵⏵ auto mode on\b/u],
  ['dontAsk', /^\s*⏵⏵ don['’]t ask on\b/u],
  ['bypassPermissions', /^\s*⏵⏵ bypass permissions on\b/u],
];
/** The row in version 2.1.197 in its default mode. */
const PLAIN = /^\s*(?:\? for shortcuts|esc to interrupt|← for agents|[○◐●◉◈] \S+ · \/effort)/u;

/**
 * The permission mode that Claude Code shows below its field; undefined if that row shows something else, such as
 * offered commands.
 */
export function permissionModeOf(rows: readonly string[]): ShownPermissionMode | undefined {
  const shown = rows.map((row) => row.trimEnd());
  const field = fieldOf(shown);
  const below = field ? shown[field.bottom + 1] : undefined;
  if (below === undefined) return undefined;
  const [mode] = SHOWN.find(([, words]) => words.test(below)) ?? [];
  return mode ?? (PLAIN.test(below) ? 'default' : undefined);
}
