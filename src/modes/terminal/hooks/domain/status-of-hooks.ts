import { type Entries, withEntry, withoutEntry } from '#kernel/entries.ts';

import type { TerminalStatus } from '../../protocol.ts';
import type { Hook } from './read-hook.ts';

/** The status of a session according to its hooks. An interrupt fires no hook, so the screen reports it. */
export interface HookState {
  readonly status: TerminalStatus;
  readonly detail: string | null;
  /** The latest prompt or answer in one line, for lists. */
  readonly line: string | null;
  /** Id of the latest prompt; null before the first, and in versions that do not report it. */
  readonly promptId: string | null;
  /** Running tools of the main thread, each with its description. */
  readonly tools: Entries<{ readonly detail: string }>;
  /** The call that waits for the person; other tools can begin and end meanwhile. */
  readonly asked: { readonly key: string; readonly status: TerminalStatus; readonly detail: string } | null;
  /** Ids of ended tools; further hooks of them are late. */
  readonly endedTools: readonly string[];
}

export const BEFORE_HOOKS: HookState = {
  status: 'starting',
  detail: null,
  line: null,
  promptId: null,
  tools: [],
  asked: null,
  endedTools: [],
};

const MAX_DETAIL = 200;
const MAX_TOOLS = 200;
const QUESTIONS = new Set(['AskUserQuestion', 'ExitPlanMode']);
const OF_A_PROMPT: ReadonlySet<string> = new Set<Hook['hook_event_name']>([
  'PreToolUse',
  'PermissionRequest',
  'PermissionDenied',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'StopFailure',
]);
const ASKING_NOTIFICATIONS = new Set(['elicitation_dialog', 'elicitation_url_dialog', 'agent_needs_input']);

/** Whether a hook arrives after its time: it belongs to an earlier prompt, or to an ended tool. */
export function isLate(state: HookState, hook: Hook): boolean {
  if ('isOther' in hook || isInside(hook) || !OF_A_PROMPT.has(hook.hook_event_name)) return false;
  // A background subagent can ask for an earlier prompt.
  if (hook.agent_id !== undefined) return false;
  if (hook.prompt_id !== undefined && state.promptId !== null && hook.prompt_id !== state.promptId) return true;
  return 'tool_use_id' in hook && state.endedTools.includes(hook.tool_use_id);
}

/** The state after a hook; the same object if the hook came late, or changes nothing. */
export function foldHook(state: HookState, hook: Hook): HookState {
  if ('isOther' in hook || isInside(hook) || isLate(state, hook)) return state;
  switch (hook.hook_event_name) {
    case 'SessionStart':
      return state.status === 'starting' || hook.source !== 'compact' ? idle(state) : state;
    case 'UserPromptSubmit':
      return { ...working(state), promptId: hook.prompt_id ?? null, tools: [], line: short(hook.prompt) };
    case 'PreToolUse': {
      const detail = toolInWords(hook.tool_name, hook.tool_input);
      const tools = withEntry(state.tools, { id: hook.tool_use_id, detail }).slice(-MAX_TOOLS);
      return state.asked ? { ...state, tools } : { ...state, status: 'running-a-tool', detail, tools };
    }
    case 'PermissionRequest': {
      const status = QUESTIONS.has(hook.tool_name) ? ('asks-a-question' as const) : ('needs-permission' as const);
      const detail = toolInWords(hook.tool_name, hook.tool_input);
      return { ...state, status, detail, asked: { key: keyOf(hook), status, detail } };
    }
    case 'PermissionDenied':
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return withoutTool(state, hook.tool_use_id, keyOf(hook));
    case 'Notification':
      if (ASKING_NOTIFICATIONS.has(hook.notification_type ?? ''))
        return { ...state, status: 'asks-a-question', detail: short(hook.message ?? '') };
      if (state.asked) return state;
      if (hook.notification_type === 'permission_prompt')
        return { ...state, status: 'needs-permission', detail: short(hook.message ?? '') };
      // A failed turn keeps its status.
      return hook.notification_type === 'idle_prompt' && state.status !== 'idle' ? idle(state) : state;
    case 'Stop':
      return idle({ ...state, line: short(hook.last_assistant_message ?? '') ?? state.line });
    case 'StopFailure':
      return { ...idle(state), detail: short(hook.error ?? '') ?? 'unknown' };
    case 'SubagentStart':
    case 'SubagentStop':
    case 'PostToolBatch':
    case 'MessageDisplay':
      return state;
    case 'PreCompact':
      return { ...state, status: 'compacting', detail: null };
    case 'PostCompact':
      return hook.trigger === 'manual' ? idle(state) : working(state);
    case 'SessionEnd':
      return hook.reason === 'clear' ? { ...idle(state), promptId: null } : state;
    default:
      return hook satisfies never;
  }
}

export type PermissionRequest = Extract<Hook, { hook_event_name: 'PermissionRequest' }>;

/** The state after Warren answered a request: a denial fires no hook before the turn continues. */
export function answered(state: HookState, request: PermissionRequest, behavior: 'allow' | 'deny'): HookState {
  if (state.asked?.key !== keyOf(request)) return state;
  return behavior === 'deny' ? working(state) : { ...state, status: 'running-a-tool', asked: null };
}

/**
 * Whether a hook comes from a subagent, which works inside a turn of the main thread. Its requests are excluded,
 * because the person answers them.
 */
const isInside = (hook: Hook) => hook.agent_id !== undefined && hook.hook_event_name !== 'PermissionRequest';

const keyOf = (hook: { readonly tool_name: string; readonly tool_input?: unknown }) =>
  JSON.stringify([hook.tool_name, hook.tool_input]);

const idle = (state: HookState): HookState => ({ ...state, status: 'idle', detail: null, tools: [], asked: null });
const working = (state: HookState): HookState => ({ ...state, status: 'thinking', detail: null, asked: null });

function withoutTool(state: HookState, id: string, key: string): HookState {
  const tools = withoutEntry(state.tools, id);
  const endedTools = [...state.endedTools, id].slice(-MAX_TOOLS);
  // A late end of a tool does not restart a turn.
  if (state.status === 'idle') return { ...state, endedTools };
  if (state.asked && state.asked.key !== key) return { ...state, tools, endedTools };
  const next = tools.at(-1)?.detail;
  return next === undefined
    ? { ...working(state), tools, endedTools }
    : { ...state, status: 'running-a-tool', detail: next, asked: null, tools, endedTools };
}

/** A tool and its subject on one line: `Bash: npm test`. */
function toolInWords(name: string, input: unknown): string {
  const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const about = ['command', 'file_path', 'pattern', 'url', 'query', 'description', 'plan'].map(
    (field) => fields[field],
  );
  const found = about.find((value) => typeof value === 'string' && value !== '') as string | undefined;
  const question = (fields['questions'] as { question?: unknown }[] | undefined)?.[0]?.question;
  const words = typeof question === 'string' ? question : found;
  return short(words === undefined ? name : `${name}: ${words}`) ?? name;
}

function short(text: string): string | null {
  const line = text.replaceAll(/\s+/gu, ' ').trim().slice(0, MAX_DETAIL).toWellFormed();
  return line === '' ? null : line;
}
