import type { SessionEvent } from '#session/domain/event.ts';

import type { OpenPermission } from '../../protocol.ts';

type PermissionEvent = Extract<SessionEvent, { type: 'permission_requested' | 'permission_resolved' }>;

/**
 * The request that was answered last, followed by those that wait for an answer, oldest first. Terminals of older logs
 * have none.
 */
export function foldPermissions(
  permissions: readonly OpenPermission[] | undefined,
  event: PermissionEvent,
): readonly OpenPermission[] {
  const known = permissions ?? [];
  if (event.type === 'permission_requested') {
    const { permissionId, toolName, toolInput, toolUseId, suggestions, agentId, at } = event;
    if (known.some((permission) => permission.permissionId === permissionId)) return known;
    const asked = { permissionId, toolName, toolInput, toolUseId, suggestions, agentId, at, resolved: null };
    return [...known, asked];
  }
  const { permissionId, by, behavior, device } = event;
  // A later event corrects an earlier one.
  const answered = known.find((permission) => permission.permissionId === permissionId);
  if (!answered) return known;
  const waiting = known.filter((permission) => permission !== answered && !permission.resolved);
  return [{ ...answered, resolved: { by, behavior, ...(device !== undefined && { device }) } }, ...waiting];
}
