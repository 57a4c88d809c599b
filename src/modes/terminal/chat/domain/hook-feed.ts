import type { Hook } from '../../hooks/domain/read-hook.ts';
import type { NoticeItem, PromptItem, ToolItem } from './items.ts';
import { outputOfResponse } from './tool-output.ts';

/** What hooks tell of one turn: from a prompt to its answer. */
export interface HookTurn {
  /** Null from versions before 2.1.196, and for what came before the first prompt. */
  readonly promptId: string | null;
  readonly prompt: PromptItem | null;
  /** In the order of their calls; those of subagents inside the call that started them. */
  readonly tools: readonly ToolItem[];
  /** The last words of the turn, as markdown. */
  readonly answer: { readonly text: string; readonly at: number } | null;
  /** The error that ended it. */
  readonly problem: NoticeItem | null;
  /** `Stop` has come. Something that follows opens the turn again. */
  readonly isOver: boolean;
}

export interface HookReading {
  /** The latest turns, oldest first. */
  readonly turns: readonly HookTurn[];
  /** Which call a subagent works in, by its `agent_id`. */
  readonly agents: Readonly<Record<string, string>>;
}

export const NO_HOOKS: HookReading = { turns: [], agents: {} };

/** Earlier turns are in the transcript by then. */
const MAX_TURNS = 20;
const AGENT_TOOLS = new Set(['Agent', 'Task']);

/** The reading after a hook. `at`: when it came. A hook that tells nothing of the conversation changes nothing. */
export function hearHook(reading: HookReading, hook: Hook, at: number): HookReading {
  if ('isOther' in hook) return reading;
  switch (hook.hook_event_name) {
    case 'UserPromptSubmit':
      return hook.agent_id === undefined ? withPrompt(reading, hook, at) : reading;
    case 'SubagentStart':
      return withAgent(reading, hook.agent_id);
    case 'PreToolUse':
      return withTool(reading, hook, {
        type: 'tool',
        key: hook.tool_use_id,
        id: hook.tool_use_id,
        at,
        messageId: null,
        name: hook.tool_name,
        input: hook.tool_input,
        output: null,
        isError: false,
        isComplete: false,
      });
    case 'PostToolUse':
      return withResult(reading, hook, { output: outputOfResponse(hook.tool_response), isError: false });
    case 'PostToolUseFailure':
      return withResult(reading, hook, {
        output: hook.error ?? '',
        isError: true,
        ...(hook.is_interrupt === true && { ending: 'interrupted' as const }),
      });
    case 'PermissionDenied':
      return withResult(reading, hook, { output: '', isError: true, ending: 'denied' });
    case 'Stop': {
      if (hook.agent_id !== undefined) return reading;
      const text = hook.last_assistant_message ?? '';
      return inTurn(reading, hook.prompt_id, (turn) => ({
        ...turn,
        isOver: true,
        // After a turn has ended, a line for the shell is answered under the id of its prompt.
        answer: text === '' || turn.isOver ? turn.answer : { text, at },
      }));
    }
    case 'StopFailure': {
      const text = hook.last_assistant_message ?? hook.error ?? '';
      const problem: NoticeItem = { type: 'notice', kind: 'api-error', key: `failure-${at}`, at, text };
      return inTurn(reading, hook.prompt_id, (turn) => ({ ...turn, isOver: true, problem }));
    }
    case 'SessionEnd':
      return { ...reading, turns: reading.turns.map((turn) => ({ ...turn, isOver: true })) };
    default:
      return reading;
  }
}

function withPrompt(
  reading: HookReading,
  { prompt, prompt_id: given }: { readonly prompt: string; readonly prompt_id?: string | undefined },
  at: number,
): HookReading {
  const promptId = given ?? null;
  if (promptId !== null && reading.turns.some((turn) => turn.promptId === promptId && turn.prompt)) return reading;
  const item: PromptItem = {
    type: 'prompt',
    key: promptId ?? `hook-${at}`,
    promptId,
    at,
    text: prompt,
    said: prompt.startsWith('/') ? 'command' : 'prompt',
  };
  const turn: HookTurn = { promptId, prompt: item, tools: [], answer: null, problem: null, isOver: false };
  const before = reading.turns.map((each) => (each.isOver ? each : { ...each, isOver: true }));
  return { ...reading, turns: [...before, turn].slice(-MAX_TURNS) };
}

/** A subagent works in the first call of its kind that is under way and has none yet. */
function withAgent(reading: HookReading, agent: string | undefined): HookReading {
  if (agent === undefined || reading.agents[agent] !== undefined) return reading;
  const taken = new Set(Object.values(reading.agents));
  const free = reading.turns
    .flatMap(({ tools }) => tools)
    .find(({ id, name, isComplete }) => AGENT_TOOLS.has(name) && !isComplete && !taken.has(id));
  return free ? { ...reading, agents: { ...reading.agents, [agent]: free.id } } : reading;
}

interface OfTurn {
  readonly prompt_id?: string | undefined;
  readonly agent_id?: string | undefined;
}

function withTool(reading: HookReading, { prompt_id: promptId, agent_id: agent }: OfTurn, tool: ToolItem): HookReading {
  if (isKnown(reading, tool.id)) return reading;
  if (agent === undefined)
    return inTurn(reading, promptId, (turn) => ({ ...turn, isOver: false, tools: [...turn.tools, tool] }));
  const parent = reading.agents[agent];
  if (parent === undefined) return reading;
  return changeTool(reading, parent, (call) => ({ ...call, inside: [...(call.inside ?? []), tool] }));
}

type Result = Pick<ToolItem, 'output' | 'isError' | 'ending'>;

function withResult(reading: HookReading, hook: { readonly tool_use_id: string }, result: Result): HookReading {
  return changeTool(reading, hook.tool_use_id, (tool) => ({ ...tool, ...result, isComplete: true }));
}

function isKnown({ turns }: HookReading, id: string): boolean {
  return turns.some(({ tools }) =>
    tools.some((tool) => tool.id === id || tool.inside?.some((each) => each.type === 'tool' && each.id === id)),
  );
}

/** Changes the turn of a prompt, or the latest where the hook does not say. A turn that nobody prompted begins with it. */
function inTurn(reading: HookReading, promptId: string | undefined, change: (turn: HookTurn) => HookTurn): HookReading {
  const { turns } = reading;
  const index = promptId === undefined ? turns.length - 1 : turns.findLastIndex((turn) => turn.promptId === promptId);
  const turn = turns[index];
  if (turn) return { ...reading, turns: turns.with(index, change(turn)) };
  const begun = { promptId: promptId ?? null, prompt: null, tools: [], answer: null, problem: null, isOver: false };
  return { ...reading, turns: [...turns, change(begun)].slice(-MAX_TURNS) };
}

function changeTool(reading: HookReading, id: string, change: (tool: ToolItem) => ToolItem): HookReading {
  const changed = (tool: ToolItem): ToolItem => {
    if (tool.id === id) return change(tool);
    if (!tool.inside?.some((each) => each.type === 'tool' && each.id === id)) return tool;
    return { ...tool, inside: tool.inside.map((each) => (each.type === 'tool' ? changed(each) : each)) };
  };
  return { ...reading, turns: reading.turns.map((turn) => ({ ...turn, tools: turn.tools.map(changed) })) };
}
