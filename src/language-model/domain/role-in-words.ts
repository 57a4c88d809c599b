import type { RoleId } from '../protocol.ts';

/** The role's name for use in a sentence: `point writer`. */
export function roleInWords(role: RoleId): string {
  return role.replaceAll('-', ' ');
}
