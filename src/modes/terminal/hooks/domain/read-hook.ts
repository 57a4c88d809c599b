import { z } from 'zod';

const text = z.string();
const base = {
  session_id: text,
  transcript_path: text.optional(),
  cwd: text.optional(),
  prompt_id: text.optional(),
  permission_mode: text.optional(),
  /** Set only inside a subagent. */
  agent_id: text.optional(),
};
const tool = { tool_name: text, tool_input: z.unknown() };

/** The hooks of Claude Code that Warren reads, with the fields it uses. See https://code.claude.com/docs/en/hooks */
const knownHook = z.discriminatedUnion('hook_event_name', [
  z.object({ hook_event_name: z.literal('SessionStart'), ...base, source: text.optional(), model: text.optional() }),
  z.object({ hook_event_name: z.literal('UserPromptSubmit'), ...base, prompt: text }),
  z.object({ hook_event_name: z.literal('PreToolUse'), ...base, ...tool, tool_use_id: text }),
  z.object({
    hook_event_name: z.literal('PermissionRequest'),
    ...base,
    ...tool,
    permission_suggestions: z.array(z.unknown()).optional(),
  }),
  z.object({ hook_event_name: z.literal('PermissionDenied'), ...base, ...tool, tool_use_id: text }),
  z.object({
    hook_event_name: z.literal('PostToolUse'),
    ...base,
    ...tool,
    tool_use_id: text,
    tool_response: z.unknown().optional(),
  }),
  z.object({
    hook_event_name: z.literal('PostToolUseFailure'),
    ...base,
    ...tool,
    tool_use_id: text,
    error: text.optional(),
    is_interrupt: z.boolean().optional(),
  }),
  z.object({
    hook_event_name: z.literal('PostToolBatch'),
    ...base,
    tool_calls: z.array(z.object({ tool_use_id: text, tool_response: z.unknown().optional() })),
  }),
  /** Prose, block by block, as Markdown. `message_id` differs from that of the API. */
  z.object({
    hook_event_name: z.literal('MessageDisplay'),
    ...base,
    message_id: text,
    index: z.int().nonnegative(),
    final: z.boolean().optional(),
    delta: text,
  }),
  z.object({
    hook_event_name: z.literal('Notification'),
    ...base,
    notification_type: text.optional(),
    message: text.optional(),
  }),
  z.object({
    hook_event_name: z.literal('Stop'),
    ...base,
    last_assistant_message: text.optional(),
    /** Another hook has already prevented the end of this turn. */
    stop_hook_active: z.boolean().optional(),
  }),
  z.object({ hook_event_name: z.literal('SubagentStart'), ...base, agent_type: text.optional() }),
  z.object({ hook_event_name: z.literal('SubagentStop'), ...base, last_assistant_message: text.optional() }),
  z.object({
    hook_event_name: z.literal('StopFailure'),
    ...base,
    error: text.optional(),
    last_assistant_message: text.optional(),
  }),
  z.object({ hook_event_name: z.literal('PreCompact'), ...base, trigger: text.optional() }),
  z.object({ hook_event_name: z.literal('PostCompact'), ...base, trigger: text.optional() }),
  z.object({ hook_event_name: z.literal('SessionEnd'), ...base, reason: text.optional() }),
]);
const otherHook = z.object({ hook_event_name: text.max(64), ...base });

type KnownHook = z.infer<typeof knownHook>;
export type Hook = KnownHook | (z.infer<typeof otherHook> & { readonly isOther: true });

export const HEARD_HOOKS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PermissionDenied',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Notification',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'StopFailure',
  'PreCompact',
  'PostCompact',
  'SessionEnd',
] as const;

/** The terminal shows a block of prose only after this hook is answered, so only sessions with exact text have it. */
export const EXACT_TEXT_HOOK = 'MessageDisplay';

/** Reads a hook from the body of its request; undefined if it is not a hook. Unknown fields and events are accepted. */
export function readHook(body: unknown): Hook | undefined {
  const known = knownHook.safeParse(body);
  if (known.success) return known.data;
  const other = otherHook.safeParse(body);
  const names: readonly string[] = [...HEARD_HOOKS, EXACT_TEXT_HOOK];
  const isKnownName = (name: string) => names.includes(name);
  return other.success && !isKnownName(other.data.hook_event_name) ? { ...other.data, isOther: true } : undefined;
}
