import { useQueryClient } from '@tanstack/react-query';

import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { ModelSettings, Role, RoleChoice } from '../../protocol.ts';
import { canBeAsked } from '../providers/data-destination.ts';
import { keepModelSettings } from '../queries.ts';
import { roleNames } from '../role-names.ts';
import { RoleRow } from './role-row.tsx';
import { sharedNotice } from './shared-notice.ts';

interface RolesListProps {
  readonly settings: ModelSettings;
  /** The role whose form is open, or null. */
  readonly open: string | null;
  readonly onOpen: (role: string | null) => void;
}

/** The roles with their models, and a form to change each. */
export function RolesList({ settings, open, onOpen }: RolesListProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const undo = async (role: Role) => {
    const path = `/api/models/roles/${role.id}` as const;
    try {
      const now = await (role.isDefault
        ? api<ModelSettings>('DELETE', path)
        : api<ModelSettings>('PUT', path, role.choice));
      keepModelSettings(queries, now);
    } catch (error) {
      toast({ text: messageOf(error) });
    }
  };
  const saved = (before: Role, choice: RoleChoice | null) => {
    onOpen(null);
    toast({
      text: `${roleNames[before.id].name} ${choice === null ? 'is back to default' : 'saved'}.`,
      undo: () => void undo(before),
    });
  };
  const hasProvider = settings.providers.some(canBeAsked);
  // Without any key the sentence above the list explains it once.
  const noticeOf = ({ notice, isDefault }: Role) => (settings.isOffline || (!hasProvider && isDefault) ? null : notice);
  const shared = sharedNotice(settings.roles.map(noticeOf));
  return (
    <>
      {shared !== null && <p className="mb-4 max-w-[62ch] text-sm text-warn">{shared}</p>}
      <ul>
        {settings.roles.map((role) => (
          <RoleRow
            key={role.id}
            role={role}
            settings={settings}
            notice={noticeOf(role) === shared ? null : noticeOf(role)}
            isOpen={open === role.id}
            onOpen={(isOpen) => onOpen(isOpen ? role.id : null)}
            onSaved={(choice, changed) => {
              keepModelSettings(queries, changed);
              saved(role, choice);
            }}
          />
        ))}
      </ul>
    </>
  );
}
