import { useQueryClient } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { useFocusAfterClose } from '#elements/web/focus/use-focus-after-close.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { ModelSettings, Role, RoleChoice } from '../../protocol.ts';
import { canBeAsked, dataDestination } from '../providers/data-destination.ts';
import { storeModelSettings } from '../queries.ts';
import { roleNames } from '../role-names.ts';
import { RoleForm } from './role-form.tsx';
import { TryResult } from './try-result.tsx';
import { useRoleTry } from './use-role-try.ts';

/** A notice at this number of roles is shown once, above them. */
const MIN_SHARED = 3;

interface RolesListProps {
  readonly settings: ModelSettings;
  readonly open: string | null;
  readonly onOpen: (role: string | null) => void;
}

export function RolesList({ settings, open, onOpen }: RolesListProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const undo = async (role: Role) => {
    const path = `/api/models/roles/${role.id}` as const;
    try {
      const now = await (role.isDefault
        ? api<ModelSettings>('DELETE', path)
        : api<ModelSettings>('PUT', path, role.choice));
      storeModelSettings(queries, now);
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
              storeModelSettings(queries, changed);
              saved(role, choice);
            }}
          />
        ))}
      </ul>
    </>
  );
}

/** The notice that several roles share; null if there is none. */
function sharedNotice(notices: readonly (string | null)[]): string | null {
  const count = (notice: string) => notices.filter((each) => each === notice).length;
  return notices.find((notice) => notice !== null && count(notice) >= MIN_SHARED) ?? null;
}

interface RoleRowProps {
  readonly role: Role;
  readonly settings: ModelSettings;
  /** Why the choice is not in effect, if that is shown at this role. */
  readonly notice: string | null;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onSaved: (choice: RoleChoice | null, settings: ModelSettings) => void;
}

function RoleRow({ role, settings, notice, isOpen, onOpen, onSaved }: RoleRowProps) {
  const trying = useRoleTry(role.id);
  const change = useFocusAfterClose(isOpen);
  const { name, does } = roleNames[role.id];
  const suffix = <span className="sr-only"> {`the ${name.toLowerCase()}`}</span>;
  return (
    <li className="border-t border-line py-3 first:border-t-0 first:pt-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 wide:grid-cols-[12rem_minmax(0,1fr)_auto]">
        <div>
          <div>{name}</div>
          <div className="text-sm text-ink-faint">{does}</div>
        </div>
        <div className="order-last col-span-2 text-sm wide:order-none wide:col-span-1">
          <div className="text-ink-soft">{role.playedBy}</div>
          <div className="text-ink-faint">
            {dataDestination(role.isEmbedded ? null : role.choice.provider, settings.providers)}
          </div>
        </div>
        <div className="flex gap-1">
          {!role.isEmbedded && !isOpen && (
            <Button look="quiet" isBusy={trying.isPending} onClick={() => trying.mutate(null)}>
              <span>
                Try it<span className="sr-only"> {`with the ${name.toLowerCase()}`}</span>
              </span>
            </Button>
          )}
          {!isOpen && (
            <Button ref={change} onClick={() => onOpen(true)}>
              <span>Change{suffix}</span>
            </Button>
          )}
        </div>
      </div>
      {notice !== null && !isOpen && <p className="mt-1 max-w-[62ch] text-sm text-warn">{notice}</p>}
      {isOpen ? (
        <RoleForm
          role={role}
          settings={settings}
          onSaved={(choice, changed) => {
            trying.reset();
            onSaved(choice, changed);
          }}
          onCancel={() => onOpen(false)}
        />
      ) : (
        <TryResult isTrying={trying.isPending} result={trying.data} error={trying.error} />
      )}
    </li>
  );
}
