import { prose } from './prose.ts';

/** One turn of Claude Code, as its feeds report it. */
export interface ClaudeTurn {
  readonly prompt: string;
  readonly promptId: string;
  /** For each call, the text before it and its result. */
  readonly steps: readonly { readonly text: string; readonly toolUseId: string; readonly output: string }[];
  readonly answer: string;
}

export interface TurnSize {
  readonly calls: number;
  /** The length of the output of each call, in characters. */
  readonly output: number;
  /** The length of the final answer, in characters. */
  readonly answer: number;
}

export function claudeTurn(session: string, number: number, { calls, output, answer }: TurnSize): ClaudeTurn {
  const name = `${session.slice(0, 8)}-${number}`;
  return {
    prompt: `Question ${number}: how do its parts fit together?`,
    promptId: `prompt-${name}`,
    steps: Array.from({ length: calls }, (_, call) => ({
      text: `I look at part ${call} of question ${number}.`,
      toolUseId: `toolu-${name}-${call}`,
      output: prose(output),
    })),
    answer: `Answer ${number}. ${prose(answer)}`,
  };
}

/** The number of chat messages in a turn. */
export const messagesOf = ({ steps }: ClaudeTurn) => steps.length + 2;

interface Place {
  readonly session: string;
  readonly cwd: string;
  /** The uuid of the previous line; null at the beginning. */
  readonly after: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The lines of a turn in a transcript, each linked to the one before. */
export function transcriptOf(turn: ClaudeTurn, { session, cwd, after, at }: Place): readonly string[] {
  let parentUuid = after;
  const lines: string[] = [];
  const write = (type: string, more: object) => {
    const uuid = `${turn.promptId}-${lines.length}`;
    const timestamp = new Date(at + lines.length).toISOString();
    lines.push(
      JSON.stringify({
        parentUuid,
        isSidechain: false,
        type,
        ...more,
        uuid,
        timestamp,
        cwd,
        sessionId: session,
        version: '2.1.197',
      }),
    );
    parentUuid = uuid;
  };
  const say = (id: string, block: object, stop: string) =>
    write('assistant', { message: { id, type: 'message', role: 'assistant', content: [block], stop_reason: stop } });
  const { prompt, promptId } = turn;
  write('user', { promptId, promptSource: 'typed', message: { role: 'user', content: prompt } });
  for (const { text, toolUseId, output } of turn.steps) {
    const id = `msg-${toolUseId}`;
    say(id, { type: 'text', text }, 'tool_use');
    say(id, { type: 'tool_use', id: toolUseId, name: 'Bash', input: { command: 'cat part' } }, 'tool_use');
    const result = { tool_use_id: toolUseId, type: 'tool_result', content: output, is_error: false };
    write('user', {
      promptId,
      message: { role: 'user', content: [result] },
      toolUseResult: { stdout: output, stderr: '', interrupted: false },
    });
  }
  say(`msg-${promptId}`, { type: 'text', text: turn.answer }, 'end_turn');
  write('system', { subtype: 'turn_duration', durationMs: 1_000 });
  return lines;
}

export const lastLineOf = (turn: ClaudeTurn) => `${turn.promptId}-${3 * turn.steps.length + 2}`;
