import type { SessionEvent } from '#session/domain/event.ts';

import type { Permission } from '../../protocol.ts';

/** Answered ones that are kept, to say who answered. */
const MAX_RESOLVED = 10;

export function foldPermissions(permissions: readonly Permission[], event: SessionEvent): readonly Permission[] {
  switch (event.type) {
    case 'permission_requested': {
      const { permissionId, toolName, toolInput, toolUseId, suggestions, agentId, at } = event;
      const asked = { permissionId, toolName, toolInput, toolUseId, suggestions, agentId, at, resolved: null };
      return [...permissions.filter((each) => each.permissionId !== permissionId), asked];
    }
    case 'permission_resolved': {
      const { permissionId, by, behavior } = event;
      const changed = permissions.map((each) =>
        each.permissionId === permissionId ? { ...each, resolved: { by, behavior } } : each,
      );
      const resolved = changed.filter((each) => each.resolved !== null);
      const dropped = new Set(resolved.slice(0, -MAX_RESOLVED));
      return changed.filter((each) => !dropped.has(each));
    }
    // Whatever asked is gone.
    case 'terminal_run_started':
    case 'terminal_run_ended':
      return permissions.map((each) =>
        each.resolved ? each : { ...each, resolved: { by: 'nobody' as const, behavior: null } },
      );
    default:
      return permissions;
  }
}
