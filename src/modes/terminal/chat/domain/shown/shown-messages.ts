import type { Message, MessagePart } from '#session/protocol.ts';

import type { AboutPart, ToolPart } from '../../protocol.ts';

/** Calls of tools that follow one another, as one part of the message that is shown. */
export interface ToolsPart extends MessagePart {
  readonly type: 'tools';
  readonly tools: readonly ToolPart[];
}

interface Kept {
  readonly joined: readonly Message[];
  readonly shown: Message;
}

export const aboutOf = (message: Pick<Message, 'parts'>): AboutPart | undefined =>
  message.parts?.find((part): part is AboutPart => part.type === 'about');

const toolsOf = ({ parts = [] }: Message): readonly ToolPart[] =>
  parts.filter((part): part is ToolPart => part.type === 'tool');

/**
 * Messages as the page shows them: calls that follow one another are one part of the first message among them, and what
 * the feeds took back is left out. A message that has not changed stays the same object.
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
    return groups.map((group) => this.#shown(group));
  }

  #shown(group: readonly Message[]): Message {
    const first = group[0] as Message;
    const kept = this.#kept.get(first);
    if (kept && kept.joined.length === group.length && kept.joined.every((each, index) => each === group[index]))
      return kept.shown;
    const shown = shownOf(first, group);
    this.#kept.set(first, { joined: group, shown });
    return shown;
  }
}

const isTakenBack = ({ content, parts = [], status }: Message) =>
  content === '' && status !== 'streaming' && parts.length === 0;

function joins(first: Message, message: Message): boolean {
  if (first.author !== 'assistant' || message.author !== 'assistant' || message.content !== '') return false;
  if (toolsOf(message).length === 0) return false;
  return aboutOf(first)?.isAbandoned === aboutOf(message)?.isAbandoned;
}

function shownOf(first: Message, group: readonly Message[]): Message {
  const tools = group.flatMap(toolsOf);
  const about = aboutOf(first);
  const parts: MessagePart[] = (first.parts ?? []).filter(({ type }) => type !== 'tool' && type !== 'about');
  if (tools.length > 0) parts.push({ id: 'tools', type: 'tools', tools } as ToolsPart);
  if (about) parts.push({ ...about, standing: leastSure(group) } as AboutPart);
  // Calls alone are no text under way.
  const isOpen = first.status === 'streaming' && (first.content !== '' || tools.length === 0);
  return { ...first, status: isOpen ? 'streaming' : 'complete', at: about?.at ?? first.at, parts };
}

const SURENESS = ['differs', 'corrected', 'live', 'verified'] as const;

function leastSure(group: readonly Message[]): AboutPart['standing'] {
  const standings = new Set(group.map((message) => aboutOf(message)?.standing));
  return SURENESS.find((standing) => standings.has(standing)) ?? 'live';
}
