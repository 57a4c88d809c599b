import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';

import { Menu, MENU_ITEM } from '#elements/web/menu.tsx';
import { messageOf } from '#http-client/web/api.ts';
import type { CommandProblem } from '#session/web/client/live-client.ts';
import { useLiveClient } from '#session/web/live-client-context.ts';

import type { PermissionMode, TerminalView } from '../../../protocol.ts';
import { PERMISSION_MODES, permissionModeName } from '../../domain/shown/permission-modes.ts';
import { changePermissionMode } from '../queries.ts';
import type { NotTypedReason } from './use-chat-inputs.ts';

interface SessionSettingsProps {
  readonly session: string;
  readonly terminal: TerminalView;
  readonly onRefused: (why: NotTypedReason) => void;
}

interface Choice {
  readonly value: string;
  readonly name: string;
  readonly note?: string;
}

/** The names of Claude Code’s `/model` for the latest model of each kind. */
const MODELS: readonly Choice[] = [
  { value: 'default', name: 'Default' },
  { value: 'opus', name: 'Opus' },
  { value: 'sonnet', name: 'Sonnet' },
  { value: 'haiku', name: 'Haiku' },
];
const EFFORTS: readonly Choice[] = [
  { value: 'low', name: 'Low' },
  { value: 'medium', name: 'Medium' },
  { value: 'high', name: 'High' },
  { value: 'xhigh', name: 'Extra high' },
  { value: 'max', name: 'Max' },
  { value: 'auto', name: 'Auto' },
];
/** The modes that Claude Code's key cycles through. It can have been started in another mode. */
const MODES: readonly Choice[] = PERMISSION_MODES.filter(({ mode }) => mode !== 'dontAsk').map(
  ({ mode, name, does }) => ({ value: mode, name, note: does }),
);
const KEPT = 'Claude Code keeps it for new sessions too.';
const BY_KEY = 'Presses Shift-Tab for you.';

/** The model, the effort and the permission mode that Claude Code reports, changed by its own commands. */
export function SessionSettings({ session, terminal, onRefused }: SessionSettingsProps) {
  const client = useLiveClient();
  const [isChanging, setChanging] = useState(false);
  const { usage, permissionMode } = terminal;
  const change = (request: Promise<unknown>, wordsOf: (problem: unknown) => NotTypedReason) => {
    setChanging(true);
    void request.catch((problem: unknown) => onRefused(wordsOf(problem))).finally(() => setChanging(false));
  };
  const command = (content: string) =>
    change(client.request(session, { type: 'chat_input', content }), (problem) => {
      const { reason, message } = problem as CommandProblem;
      return { reason, words: message };
    });
  const setMode = (mode: string) =>
    change(changePermissionMode(session, mode as PermissionMode), (problem) => ({
      reason: undefined,
      words: messageOf(problem),
    }));
  return (
    <span aria-busy={isChanging} className="flex min-w-0 flex-wrap items-center wide:-ml-1.5">
      {typeof usage?.model === 'string' && (
        <SettingMenu
          label="Model"
          shown={usage.model}
          note={KEPT}
          choices={MODELS}
          onChoose={(model) => command(`/model ${model}`)}
        />
      )}
      {typeof usage?.effort === 'string' && (
        <SettingMenu
          label="Effort"
          shown={EFFORTS.find(({ value }) => value === usage.effort)?.name ?? usage.effort}
          note={KEPT}
          choices={EFFORTS}
          value={usage.effort}
          onChoose={(effort) => command(`/effort ${effort}`)}
        />
      )}
      {typeof permissionMode === 'string' && (
        <SettingMenu
          label="Permissions"
          shown={permissionModeName(permissionMode)}
          note={BY_KEY}
          choices={MODES}
          value={permissionMode}
          onChoose={setMode}
        />
      )}
    </span>
  );
}

interface SettingMenuProps {
  readonly label: string;
  readonly shown: string;
  readonly note: string;
  readonly choices: readonly Choice[];
  /** The current choice, if it is in the list. */
  readonly value?: string;
  readonly onChoose: (value: string) => void;
}

function SettingMenu({ label, shown, note, choices, value = '', onChoose }: SettingMenuProps) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${shown}`}
          title={label}
          className="inline-flex min-h-[28px] max-w-[22ch] items-center rounded-small px-1.5 text-xs text-ink-faint transition-colors duration-(--fast) hover:bg-raised hover:text-ink data-[state=open]:bg-raised data-[state=open]:text-ink"
        >
          <span className="truncate">{shown}</span>
        </button>
      }
    >
      <DropdownMenu.Label className="px-3 pt-1 pb-1.5 text-xs text-ink-faint">
        {label}. {note}
      </DropdownMenu.Label>
      <DropdownMenu.RadioGroup value={value} onValueChange={(chosen) => chosen !== value && onChoose(chosen)}>
        {choices.map(({ value: each, name, note: does }) => (
          <DropdownMenu.RadioItem key={each} value={each} className={MENU_ITEM}>
            <span className="flex w-2 flex-none">
              <DropdownMenu.ItemIndicator className="size-2 rounded-full bg-accent" />
            </span>
            <span className="whitespace-nowrap">{name}</span>
            {does !== undefined && <span className="ml-auto pl-4 text-xs text-ink-faint">{does}</span>}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </Menu>
  );
}
