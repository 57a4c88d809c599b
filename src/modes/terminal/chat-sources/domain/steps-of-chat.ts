import type { AgentStep } from '#point-writer/domain/point-source.ts';
import type { StepKind } from '#point-writer/protocol.ts';
import type { Message } from '#session/protocol.ts';
import { readsSecrets, withoutSecrets } from '#text/domain/secrets.ts';

import { fieldsOf, textIn } from '../../chat/domain/shown/input-fields.ts';
import { aboutOf, type ToolsPart } from '../../chat/domain/shown/shown-messages.ts';
import { toolName, toolSubject } from '../../chat/domain/shown/tool-title.ts';
import { isAnswer, isQuestion } from '../../chat/domain/written/written-chat.ts';
import type { ToolPart } from '../../chat/protocol.ts';

/** A step with its place in the chat. Its words are without secrets. */
export interface ChatStep extends AgentStep {
  /** The message that it is shown in. */
  readonly messageId: string;
  /** In ms. */
  readonly at: number;
  readonly kind: StepKind;
}

const MAX_OUTPUT = 2_000;
const MAX_WORDS = 20_000;
const HIDDEN_OUTPUT = '[output left out: it may hold secrets]';

/** The words and tool calls of a message as the chat shows it, without secrets. Branches that were left are omitted. */
export function stepsOfMessage(message: Message): readonly ChatStep[] {
  const about = aboutOf(message);
  if (about?.isAbandoned) return [];
  const place = { messageId: message.id, at: about?.at ?? message.at };
  const content = safeHead(message.content, MAX_WORDS).trim();
  const author: ChatStep['author'] | null = isQuestion(message) ? 'person' : isAnswer(message) ? 'assistant' : null;
  const tools = (message.parts ?? []).find((part): part is ToolsPart => part.type === 'tools')?.tools ?? [];
  return [
    ...(author === null || content === '' ? [] : [{ ...place, author, kind: 'said' as const, content }]),
    ...tools.flatMap((tool) => stepsOfTool(tool).map((step) => ({ ...place, author: 'tool' as const, ...step }))),
  ];
}

/** The head of a text without its secrets. It ends between two words, because half a token cannot be recognised. */
function safeHead(text: string, max: number): string {
  if (text.length <= max) return withoutSecrets(text);
  const head = text.slice(0, max);
  return withoutSecrets(head.slice(0, Math.max(0, head.lastIndexOf(' '), head.lastIndexOf('\n'))));
}

type Done = Pick<ChatStep, 'content' | 'kind' | 'command'>;

function stepsOfTool(tool: ToolPart): readonly Done[] {
  const { name, input, output, ending, patch } = tool;
  if (ending !== undefined || name === 'TodoWrite') return [];
  if (textIn(fieldsOf(input), 'command') !== undefined) return [stepOfCommand(tool)];
  const subject = withoutSecrets(toolSubject(input));
  if (patch) {
    const lines = readsSecrets(subject) ? [] : patch.flatMap((hunk) => hunk.lines);
    const changed = lines.filter((line) => !line.startsWith(' ')).join('\n');
    return [{ kind: 'change', content: `${subject}\n${safeHead(changed, MAX_OUTPUT)}`.trim() }];
  }
  // The report of a subagent.
  const report = name === 'Task' || name === 'Agent' ? `\n${safeHead(output ?? '', MAX_OUTPUT)}` : '';
  return subject === '' ? [] : [{ kind: 'look', content: `${toolName(name)} ${subject}${report}`.trim() }];
}

function stepOfCommand({ input, output, isError, isComplete, isBackground }: ToolPart): Done {
  const fields = fieldsOf(input);
  const whole = textIn(fields, 'command') ?? '';
  const [line, does] = [whole, textIn(fields, 'description') ?? ''].map((each) => safeHead(each, MAX_OUTPUT)) as [
    string,
    string,
  ];
  const hasSecrets = readsSecrets(whole);
  const printed = hasSecrets ? HIDDEN_OUTPUT : safeHead(output ?? '', MAX_OUTPUT);
  const hasWorked = isComplete && !isError && isBackground === undefined;
  return {
    kind: 'command',
    content: [does, `$ ${line}`, printed].join('\n').trim(),
    ...(hasWorked && !hasSecrets && does !== '' && { command: { line, does } }),
  };
}

/** The steps that fit into a request: drops steps that only look around first, and then the oldest. */
export function fittingSteps(
  steps: readonly ChatStep[],
  maxCharacters: number,
): { readonly steps: readonly ChatStep[]; readonly leftOut: number } {
  const sizeOf = (some: readonly ChatStep[]) => some.reduce((sum, { content }) => sum + content.length, 0);
  if (sizeOf(steps) <= maxCharacters) return { steps, leftOut: 0 };
  const telling = steps.filter(({ kind }) => kind !== 'look');
  let size = sizeOf(telling);
  let oldest = 0;
  while (size > maxCharacters) {
    size -= telling[oldest]?.content.length ?? 0;
    oldest += 1;
  }
  return { steps: telling.slice(oldest), leftOut: steps.length - telling.length + oldest };
}
