import type { EventBody } from '#session/domain/event.ts';
import { TRUNK } from '#session/domain/thread.ts';
import type { Message, MessagePart } from '#session/protocol.ts';

import type { AboutPart, ToolPart } from '../protocol.ts';
import { type ChatView, partsOf } from './chat-view.ts';
import { isBeginningLike, plainOf } from './likeness.ts';
import { commonLength } from './merging/transcript-turns.ts';
import { readPutIn } from './transcript/put-in.ts';

const AGENT = 'Claude Code';

interface Reported {
  readonly author: ChatView['author'];
  readonly content: string;
  readonly isOpen: boolean;
  /** The JSON of each part, by its id. */
  readonly parts: ReadonlyMap<string, string>;
}

/** The events and texts that bring a log up to date with its feeds. */
export interface ChatChanges {
  readonly events: readonly EventBody[];
  /** Texts of open messages, which are shown but not stored. */
  readonly texts: readonly { readonly messageId: string; readonly content: string }[];
}

/** The messages of a chat as last reported to its log, in the log's order. */
export class ReportedMessages {
  readonly #reported = new Map<string, Reported>();
  readonly #shown = new Map<string, string>();
  /** Ids in the order of the log. */
  #order: string[] = [];
  /** The messages of the last update. */
  #current: readonly ChatView[] = [];
  #places = new Map<string, number>();
  /** The view that was last reported, by message id: the same object contains nothing new. */
  readonly #latest = new Map<string, ChatView>();
  /**
   * Plain text of logged messages that the transcript lacks, by message id. An entry stays until the transcript has it.
   */
  readonly #unconfirmed = new Map<string, string>();
  /** The log has messages before the first known one; these cannot be changed. */
  readonly #hasEarlier: boolean;

  /** `known`: the latest messages of the log. `hasEarlier`: there are more before them. */
  constructor(known: readonly Message[] = [], hasEarlier = false) {
    this.#hasEarlier = hasEarlier;
    for (const [index, { id, author, content, parts = [], status }] of known.entries()) {
      if (!id.startsWith('terminal_') || id.startsWith('terminal_lost_')) continue;
      const isLive = parts.some((part) => part.id === 'about' && (part as AboutPart).standing === 'live');
      const isKept = isLive && author !== 'notice' && status === 'complete' && readPutIn(content) === null;
      const behind = isKept ? known.slice(index + 1).find(({ content: words }) => words !== '') : undefined;
      if (isKept && (author === 'person' || behind?.author !== 'assistant'))
        this.#unconfirmed.set(id, plainOf(content));
      this.#reported.set(id, {
        author,
        content,
        isOpen: status === 'streaming',
        parts: partsInJson(parts),
      });
      this.#append(id);
    }
  }

  /** Returns the changes that lead from the reported messages to these, and records them as reported. */
  update(views: readonly ChatView[]): ChatChanges {
    const first = this.#hasEarlier
      ? Math.max(
          0,
          views.findIndex(({ id }) => this.#reported.has(id)),
        )
      : 0;
    const current = views.slice(first);
    // Most of a long chat is unchanged.
    const same = commonLength(current, this.#current);
    const before = this.#current.slice(same);
    this.#current = current;
    const events: EventBody[] = [];
    const texts: { messageId: string; content: string }[] = [];
    for (const [offset, view] of current.slice(same).entries()) {
      const index = same + offset;
      // An empty placeholder must not replace text.
      if (view.isOpen && view.content === '' && this.#unconfirmed.has(view.id)) continue;
      const place = this.#placeOf(view.id, current, index);
      if (place === undefined && this.#latest.get(view.id) === view) continue;
      this.#latest.set(view.id, view);
      const reported = this.#reported.get(view.id);
      if (!reported || place !== undefined || hasOtherText(reported, view))
        events.push(messageEvent(view, reported, place));
      else events.push(...partEvents(view, reported));
      if (view.isOpen && view.content !== '' && this.#shown.get(view.id) !== view.content) {
        texts.push({ messageId: view.id, content: view.content });
        this.#shown.set(view.id, view.content);
      }
      if (!view.isOpen) this.#shown.delete(view.id);
      this.#take(view, place);
    }
    if (same < current.length || before.length > 0) events.push(...this.#gone(current, Math.max(0, same - 1), before));
    return { events, texts };
  }

  /** The id of the message that a view must follow, if the log has it elsewhere. */
  #placeOf(id: string, views: readonly ChatView[], index: number): string | undefined {
    const behind = views[index - 1]?.id;
    if (behind === undefined) return undefined;
    const before = this.#withKept(behind, id);
    const at = this.#places.get(id);
    const isBehind = at === undefined ? this.#order.at(-1) === before : at > (this.#places.get(before) ?? -1);
    return isBehind ? undefined : before;
  }

  /** The last unconfirmed message directly after a message, or that message itself. */
  #withKept(id: string, next: string): string {
    let place = this.#places.get(id) ?? -1;
    if (place < 0) return id;
    for (let kept = this.#order[place + 1]; kept !== undefined && kept !== next; kept = this.#order[place + 1]) {
      if (!this.#unconfirmed.has(kept)) break;
      place += 1;
    }
    return this.#order[place] ?? id;
  }

  #take(view: ChatView, follows: string | undefined): void {
    const { id, author, isOpen } = view;
    // The text of an open message is not in the log.
    const content = isOpen ? '' : view.content;
    this.#reported.set(id, { author, content, isOpen, parts: partsInJson(partsOf(view)) });
    if (follows === undefined) {
      if (!this.#places.has(id)) this.#append(id);
      return;
    }
    const others = this.#order.filter((each) => each !== id);
    this.#order = others.toSpliced(others.indexOf(follows) + 1, 0, id);
    this.#places = new Map(this.#order.map((each, index) => [each, index]));
  }

  #append(id: string): void {
    this.#places.set(id, this.#order.length);
    this.#order.push(id);
  }

  #isKept(id: string, views: readonly ChatView[]): boolean {
    const words = this.#unconfirmed.get(id) ?? '';
    if (words === '') return false;
    const { author } = this.#reported.get(id) ?? {};
    return !views.some((view) => view.author === author && isBeginningLike(words, plainOf(view.content)));
  }

  /** Blanks messages that the feeds took back: another message has their words, or nobody said them. */
  #gone(views: readonly ChatView[], first: number, before: readonly ChatView[]): readonly EventBody[] {
    // Messages of the last update can precede all current ones.
    const starts = [views[first], ...before].map((view) => this.#places.get(view?.id ?? '') ?? Infinity);
    const from = Math.min(...starts);
    if (from === Infinity || this.#order.length - from <= views.length - first) return [];
    const current = new Set(views.slice(first).map(({ id }) => id));
    const gone = this.#order.slice(from).filter((id) => !current.has(id) && !this.#isKept(id, views));
    return gone.flatMap((id): readonly EventBody[] => {
      const reported = this.#reported.get(id);
      if (!reported || isEmpty(reported)) return [];
      this.#latest.delete(id);
      this.#reported.set(id, { ...reported, content: '', isOpen: false, parts: new Map() });
      const message = { id, thread: TRUNK, author: reported.author, content: '', status: 'complete' as const };
      return [{ type: 'chat_message' as const, message, isReplacement: true as const }];
    });
  }
}

function aboutOf({ parts }: Reported): AboutPart | null {
  const json = parts.get('about');
  return json === undefined ? null : (JSON.parse(json) as AboutPart);
}

const isEmpty = ({ content, parts, isOpen }: Reported) => content === '' && parts.size === 0 && !isOpen;

const partsInJson = (parts: readonly MessagePart[]) => new Map(parts.map((part) => [part.id, JSON.stringify(part)]));

function hasOtherText(reported: Reported, view: ChatView): boolean {
  return (
    reported.isOpen !== view.isOpen ||
    reported.author !== view.author ||
    (!view.isOpen && reported.content !== view.content)
  );
}

function messageEvent(view: ChatView, reported: Reported | undefined, follows: string | undefined): EventBody {
  const { id, author, isOpen } = view;
  return {
    type: 'chat_message',
    message: {
      id,
      thread: TRUNK,
      author,
      content: isOpen ? '' : view.content,
      parts: [...partsOf(view)],
      status: isOpen ? 'open' : 'complete',
      ...(author === 'assistant' && { agent: AGENT }),
    },
    ...(reported && { isReplacement: true as const }),
    ...(follows !== undefined && { follows }),
  };
}

/** Reports new and changed parts one by one. If parts are gone or in another order, reports the whole message. */
function partEvents(view: ChatView, reported: Reported): readonly EventBody[] {
  const { thinking } = view;
  const known = [...reported.parts.keys()].filter((id) => id !== view.about.id && id !== thinking?.id);
  const isInOrder = known.every((id, index) => view.tools[index]?.id === id);
  const changed = (part: MessagePart) => reported.parts.get(part.id) !== JSON.stringify(part);
  if (!isInOrder || (thinking && changed(thinking))) return [messageEvent(view, reported, undefined)];
  const calls = view.tools.filter(changed).map((tool) => toolEvent(view.id, tool, reported.parts.get(tool.id)));
  const about: AboutPart = view.about;
  return changed(about) && !isKnownBetter(aboutOf(reported), about)
    ? [...calls, { type: 'chat_about', messageId: view.id, about }]
    : calls;
}

/** The log has the same content with more feeds: hooks and screen report nothing when a chat is reread. */
function isKnownBetter(known: AboutPart | null, about: AboutPart): boolean {
  if (!known || !about.feeds.every((feed) => known.feeds.includes(feed))) return false;
  const told: Readonly<Record<string, unknown>> = { ...about, feeds: known.feeds };
  const names = Object.keys({ ...told, ...known });
  return names.every((name) => JSON.stringify(told[name]) === JSON.stringify((known as unknown as typeof told)[name]));
}

function toolEvent(messageId: string, tool: ToolPart, before: string | undefined): EventBody {
  const known = before === undefined ? undefined : (JSON.parse(before) as ToolPart);
  const isResult =
    known && tool.output !== null && tool.isComplete && JSON.stringify(known.input) === JSON.stringify(tool.input);
  if (!isResult) return { type: 'chat_tool_call', messageId, toolCall: tool };
  const { id, type: _, name: _name, input: _input, output, isError, isComplete: _complete, ...details } = tool;
  return {
    type: 'chat_tool_result',
    messageId,
    toolCallId: id,
    output: output ?? '',
    isError,
    ...(Object.keys(details).length > 0 && { details }),
  };
}
