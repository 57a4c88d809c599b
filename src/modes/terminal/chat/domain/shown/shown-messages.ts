import type { Message, MessagePart } from '#session/protocol.ts';

import type { AboutPart, ToolPart } from '../../protocol.ts';
import { isTaskCall, type Task, tasksAfter } from './task-list.ts';

/** Consecutive calls of tools, as one part of the message that is shown. */
export interface ToolsPart extends MessagePart {
  readonly type: 'tools';
  readonly tools: readonly ToolPart[];
  /** Claude Code's list of tasks after these calls; absent if they do not change it. */
  readonly tasks?: readonly Task[];
}

interface Kept {
  readonly before: readonly Task[];
  readonly after: readonly Task[];
  readonly joined: readonly Message[];
  readonly shown: Message;
}

const NO_TASKS: readonly Task[] = [];

export const aboutOf = (message: Pick<Message, 'parts'>): AboutPart | undefined =>
  message.parts?.find((part): part is AboutPart => part.type === 'about');

const toolsOf = ({ parts = [] }: Message): readonly ToolPart[] =>
  parts.filter((part): part is ToolPart => part.type === 'tool');

/**
 * Messages as the page shows them: consecutive calls are one part of the first message among them, and messages that
 * the feeds took back are left out. An unchanged message stays the same object.
 */
export class ShownMessages {
  readonly #kept = new WeakMap<Message, Kept>();

  of(messages: readonly Message[]): readonly Message[] {
    const groups: Message[][] = [];
    for (const message of messages) {
      if (isTakenBack(message)) continue;
      const group = groups.at(-1);
      if (group?.[0] && joins(group[0], message)) group.push(message);
      else groups.push([message]);
    }
    let tasks = NO_TASKS;
    return groups.map((group) => {
      const { after, shown } = this.#shown(group, tasks);
      tasks = after;
      return shown;
    });
  }

  #shown(group: readonly Message[], before: readonly Task[]): Kept {
    const first = group[0] as Message;
    const kept = this.#kept.get(first);
    const isSame = kept?.joined.length === group.length && kept.joined.every((each, index) => each === group[index]);
    const after = isSame && kept.before === before ? kept.after : group.flatMap(toolsOf).reduce(tasksAfter, before);
    if (isSame && kept.after === after) return kept;
    const hasTasks = group.flatMap(toolsOf).some(({ name }) => isTaskCall(name));
    const shown = isSame && !hasTasks ? kept.shown : shownOf(first, group, hasTasks ? after : undefined);
    const next = { joined: group, shown, before, after };
    this.#kept.set(first, next);
    return next;
  }
}

export const isTakenBack = ({ content, parts = [], status }: Message) =>
  content === '' && status !== 'streaming' && parts.length === 0;

/** Whether a message is shown as tool calls of the message before it. */
export function joins(first: Message, message: Message): boolean {
  if (first.author !== 'assistant' || message.author !== 'assistant' || message.content !== '') return false;
  // Thinking before a call is shown above it, so such a message stays separate.
  if (toolsOf(message).length === 0 || message.parts?.some(({ type }) => type === 'thinking')) return false;
  return aboutOf(first)?.isAbandoned === aboutOf(message)?.isAbandoned;
}

function shownOf(first: Message, group: readonly Message[], tasks?: readonly Task[]): Message {
  const tools = group.flatMap(toolsOf);
  const about = aboutOf(first);
  const parts: MessagePart[] = (first.parts ?? []).filter(({ type }) => type !== 'tool' && type !== 'about');
  if (tools.length > 0) parts.push({ id: 'tools', type: 'tools', tools, ...(tasks && { tasks }) } as ToolsPart);
  if (about) parts.push({ ...about, standing: leastSure(group) } as AboutPart);
  // A message of calls alone has no growing text.
  const isOpen = first.status === 'streaming' && (first.content !== '' || tools.length === 0);
  return { ...first, status: isOpen ? 'streaming' : 'complete', at: about?.at ?? first.at, parts };
}

const SURENESS = ['differs', 'corrected', 'live', 'verified'] as const;

function leastSure(group: readonly Message[]): AboutPart['standing'] {
  const standings = new Set(group.map((message) => aboutOf(message)?.standing));
  return SURENESS.find((standing) => standings.has(standing)) ?? 'live';
}
