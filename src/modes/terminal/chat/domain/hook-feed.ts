import type { Hook } from '../../hooks/domain/read-hook.ts';
import type { NoticeItem, PromptItem, ToolItem } from './items.ts';
import { isRejection, outputOfResponse } from './tool-output.ts';
import { noticeOfPrompt, readPutIn } from './transcript/put-in.ts';

/** Words of the model in a turn, as markdown. */
export interface HookProse {
  readonly key: string;
  readonly text: string;
  readonly pieces: number;
  /** Nothing more comes of it. */
  readonly isWhole: boolean;
  readonly at: number;
  /** Calls of the turn that stand before it. */
  readonly calls: number;
}

export interface HookTurn {
  /** Null from versions before 2.1.196, and for what came before the first prompt. */
  readonly promptId: string | null;
  readonly prompt: PromptItem | NoticeItem | null;
  /** In the order of their calls; those of subagents inside the call that started them. */
  readonly tools: readonly ToolItem[];
  /** In the order of the turn: its last words and, where exact text was chosen, all others. */
  readonly prose: readonly HookProse[];
  /** Calls that are in a batch that has ended. What is said later stands behind them. */
  readonly batched: number;
  readonly problem: NoticeItem | null;
  /** `Stop` has come. Something that follows opens the turn again. */
  readonly isOver: boolean;
  readonly overAt: number;
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
    case 'PostToolBatch':
      return withBatch(reading, hook);
    case 'MessageDisplay':
      return hook.agent_id === undefined ? withDisplay(reading, hook, at) : reading;
    case 'Stop':
      return hook.agent_id === undefined ? withStop(reading, hook, at) : reading;
    case 'StopFailure': {
      const text = hook.last_assistant_message ?? hook.error ?? '';
      const problem: NoticeItem = { type: 'notice', kind: 'api-error', key: `failure-${at}`, at, text };
      return inTurn(reading, hook.prompt_id, (turn) => ({ ...turn, isOver: true, overAt: at, problem }));
    }
    case 'SessionEnd':
      return { ...reading, turns: reading.turns.map((turn) => over(turn, at)) };
    default:
      return reading;
  }
}

const NEW_TURN: HookTurn = {
  promptId: null,
  prompt: null,
  tools: [],
  prose: [],
  batched: 0,
  problem: null,
  isOver: false,
  overAt: 0,
};

const over = (turn: HookTurn, at: number): HookTurn => (turn.isOver ? turn : { ...turn, isOver: true, overAt: at });

function withPrompt(
  reading: HookReading,
  { prompt, prompt_id: given }: { readonly prompt: string; readonly prompt_id?: string | undefined },
  at: number,
): HookReading {
  const promptId = given ?? null;
  if (promptId !== null && reading.turns.some((turn) => turn.promptId === promptId && turn.prompt)) return reading;
  const key = promptId ?? `hook-${at}`;
  // The transcript says who made it. Until then what looks like Claude Code's own is no person's.
  const kind = readPutIn(prompt)?.kind;
  const item: HookTurn['prompt'] =
    kind === 'aside'
      ? null
      : kind === 'task-done'
        ? noticeOfPrompt(prompt, { key, at, promptId })
        : { type: 'prompt', key, promptId, at, text: prompt, said: prompt.startsWith('/') ? 'command' : 'prompt' };
  const turn: HookTurn = { ...NEW_TURN, promptId, prompt: item };
  const before = reading.turns.map((each) => over(each, at));
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

type HookOf<Name extends Hook['hook_event_name']> = Extract<Hook, { readonly hook_event_name: Name }>;

/** A piece of what is said. It belongs before the calls of its own message, of which hooks may come first. */
function withDisplay(reading: HookReading, hook: HookOf<'MessageDisplay'>, at: number): HookReading {
  const { message_id: id, index, delta, final = false } = hook;
  return inTurn(reading, hook.prompt_id, (turn) => {
    const key = `display-${id}`;
    const known = turn.prose.find((each) => each.key === key);
    // The transcript has a piece that is missing here, and the screen has it until then.
    if ((known?.pieces ?? 0) !== index || known?.isWhole === true) return turn;
    // The end of the turn has overtaken its last words.
    if (turn.isOver && turn.prose.at(-1)?.text.endsWith(delta) === true) return turn;
    const text = (known?.text ?? '') + delta;
    const calls = known?.calls ?? turn.batched;
    const said = { key, text, pieces: index + 1, isWhole: final, at: known?.at ?? at, calls };
    const prose = known ? turn.prose.map((each) => (each === known ? said : each)) : [...turn.prose, said];
    return { ...turn, isOver: false, prose };
  });
}

function withStop(reading: HookReading, hook: HookOf<'Stop'>, at: number): HookReading {
  const { last_assistant_message: text = '', stop_hook_active: goesOn = false, prompt_id: promptId } = hook;
  return inTurn(reading, promptId, (turn) => {
    const last = turn.prose.at(-1);
    // After a turn has ended, a line for the shell is answered under the id of its prompt.
    if (text === '' || (turn.isOver ? !goesOn : last?.text === text)) return over(turn, at);
    const isRest = !turn.isOver && last !== undefined && !last.isWhole && text.startsWith(last.text);
    const answer: HookProse = isRest
      ? { ...last, text, isWhole: true }
      : {
          key: `answer-${promptId ?? at}-${turn.prose.length}`,
          text,
          pieces: 1,
          isWhole: true,
          at,
          calls: turn.tools.length,
        };
    return over({ ...turn, prose: [...(isRest ? turn.prose.slice(0, -1) : turn.prose), answer] }, at);
  });
}

/** All calls of a message have ended, also those of which no other hook told: what may not be called has none. */
function withBatch(
  reading: HookReading,
  { tool_calls: calls, prompt_id, agent_id }: HookOf<'PostToolBatch'>,
): HookReading {
  let closed = reading;
  for (const { tool_use_id, tool_response } of calls) {
    const output = outputOfResponse(tool_response);
    closed = changeTool(closed, tool_use_id, (tool) =>
      tool.isComplete ? tool : { ...tool, output, isError: isRejection(output), isComplete: true },
    );
  }
  if (agent_id !== undefined) return closed;
  return inTurn(closed, prompt_id, (turn) => ({ ...turn, batched: turn.tools.length }));
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

/**
 * Changes the turn of a prompt, or the latest where the hook does not say. A turn that nobody prompted begins with it.
 */
function inTurn(reading: HookReading, promptId: string | undefined, change: (turn: HookTurn) => HookTurn): HookReading {
  const { turns } = reading;
  const index = promptId === undefined ? turns.length - 1 : turns.findLastIndex((turn) => turn.promptId === promptId);
  const turn = turns[index];
  if (turn) return { ...reading, turns: turns.with(index, change(turn)) };
  const begun = { ...NEW_TURN, promptId: promptId ?? null };
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
