import type { Hook } from '../../hooks/domain/read-hook.ts';
import type { NoticeItem, PromptItem, ToolItem } from './items.ts';
import { isRejection, outputOfResponse } from './tool-output.ts';
import { noticeOfPrompt, readPutIn } from './transcript/put-in.ts';

/** Words of the model in a turn, as markdown. */
export interface HookProse {
  readonly key: string;
  readonly text: string;
  readonly pieces: number;
  /** No more text follows. */
  readonly isWhole: boolean;
  readonly at: number;
  /** Number of the turn's calls that precede it. */
  readonly calls: number;
}

export interface HookTurn {
  /** Null from versions before 2.1.196, and for hooks before the first prompt. */
  readonly promptId: string | null;
  readonly prompt: PromptItem | NoticeItem | null;
  /** In the order of the calls; calls of a subagent are inside the call that started it. */
  readonly tools: readonly ToolItem[];
  /** In the order of the turn: its last words and, if exact text was chosen, all others. */
  readonly prose: readonly HookProse[];
  /** Number of calls whose batch has ended. Later prose follows them. */
  readonly batched: number;
  readonly problem: NoticeItem | null;
  /** `Stop` was received. A later hook opens the turn again. */
  readonly isOver: boolean;
  readonly overAt: number;
}

export interface HookReading {
  /** The latest turns, oldest first. */
  readonly turns: readonly HookTurn[];
  /** The id of the call that a subagent works in, by its `agent_id`. */
  readonly agents: Readonly<Record<string, string>>;
}

export const NO_HOOKS: HookReading = { turns: [], agents: {} };

/** Earlier turns are in the transcript. */
const MAX_TURNS = 20;
const AGENT_TOOLS = new Set(['Agent', 'Task']);

/**
 * Returns the reading after a hook that was received `at`. A hook that reports nothing of the conversation changes
 * nothing.
 */
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
  // The transcript says who wrote it. Until then, a text in Claude Code's own format does not count as the person's.
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

/** Assigns a subagent to the first open call of its kind that has none yet. */
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

/** Adds a piece of prose. It belongs before the calls of its own message, whose hooks can arrive first. */
function withDisplay(reading: HookReading, hook: HookOf<'MessageDisplay'>, at: number): HookReading {
  const { message_id: id, index, delta, final = false } = hook;
  return inTurn(reading, hook.prompt_id, (turn) => {
    const key = `display-${id}`;
    const known = turn.prose.find((each) => each.key === key);
    // A piece is missing. The transcript will have it; until then the screen has it.
    if ((known?.pieces ?? 0) !== index || known?.isWhole === true) return turn;
    // The hook of the turn's end overtook its last words.
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
    // After a turn has ended, a line for the shell is answered under the prompt id of that turn.
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

/** Closes all calls of a message, also those without another hook: a call that is not allowed fires none. */
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

/** Changes the turn of a prompt, or the latest turn if the hook names no prompt. Adds an unknown turn. */
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
