import type { TerminalStatus } from '../../protocol.ts';
import type { HookState } from './status-of-hooks.ts';
import type { ScreenStatus } from './status-of-screen.ts';

interface Seen {
  readonly hooks: HookState;
  /** Milliseconds since the latest hook. */
  readonly sinceHook: number;
  readonly screen: ScreenStatus;
  /** Time for which the screen has shown that status, in ms. */
  readonly sinceScreen: number;
}

/** Time for which the screen can lag behind a hook or show a passing state, in ms. */
const SETTLED_MS = 1_500;
const BUSY: readonly TerminalStatus[] = ['thinking', 'running-a-tool', 'retrying', 'compacting'];
const ASKING: readonly TerminalStatus[] = ['needs-permission', 'asks-a-question'];

/**
 * The status of a session of Claude Code. Hooks are exact; the screen shows events without a hook, such as an
 * interrupt.
 */
export function combinedStatus({ hooks, sinceHook, screen, sinceScreen }: Seen): Pick<HookState, 'status' | 'detail'> {
  const ofHooks = { status: hooks.status, detail: hooks.detail };
  // No hook fires before the folder is trusted.
  if (screen === 'waiting-for-trust' || screen === 'set-up') return { status: screen, detail: null };
  if (screen === 'suspended') return { status: screen, detail: null };
  if (screen === 'released') return sinceScreen < SETTLED_MS ? ofHooks : { status: 'suspended', detail: null };
  // The hook of a tool that asks can arrive later than its dialog.
  const settledMs = screen === 'asks' && hooks.status === 'running-a-tool' ? 2 * SETTLED_MS : SETTLED_MS;
  const isSettled = Math.min(sinceHook, sinceScreen) >= settledMs;
  if (screen === 'retrying' || screen === 'compacting') return { status: screen, detail: null };
  if (!isSettled || screen === null) return ofHooks;
  if (screen === 'asks') {
    if (ASKING.includes(hooks.status)) return ofHooks;
    const { status = 'asks-a-question', detail = null } = hooks.asked ?? {};
    return { status, detail };
  }
  if (screen === 'idle') return { status: 'idle', detail: hooks.status === 'idle' ? hooks.detail : null };
  if (BUSY.includes(hooks.status)) return ofHooks;
  // The person answered in the terminal, so the tool runs.
  if (ASKING.includes(hooks.status)) {
    const running = hooks.tools.at(-1)?.detail ?? hooks.detail;
    return { status: 'running-a-tool', detail: running };
  }
  return { status: 'thinking', detail: null };
}
