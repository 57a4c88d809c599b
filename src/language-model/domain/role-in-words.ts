import type { RoleId } from '../protocol.ts';

/** A role inside a sentence: `the point writer`. */
export function roleInWords(role: RoleId): string {
  return role.replaceAll('-', ' ');
}
