import type { TranscriptLine } from '../../../transcripts/domain/transcript-line.ts';
import { isDenial } from '../denial-words.ts';
import { beginningOf, type Item, NO_ANSWER, type NoticeItem, type PromptItem, type ThinkingItem } from '../items.ts';
import { patchOf } from './patch-of.ts';
import { previewOf, wholeOf } from './persisted-output.ts';
import { noticeOfPrompt, type PutIn, readPutIn } from './put-in.ts';

type UserLine = Extract<TranscriptLine, { kind: 'user' }>;
type AssistantLine = Extract<TranscriptLine, { kind: 'assistant' }>;

/** The person typed a custom command, although it is in the elements of a command. */
const isCommand = (text: string) => text.startsWith('<command-message>') || text.startsWith('<command-name>');

/** Whether the model did not wait for the result. */
function isInBackground(input: unknown, result: unknown): boolean {
  const asked = (input as { readonly run_in_background?: unknown } | null)?.run_in_background === true;
  return asked || typeof (result as { readonly backgroundTaskId?: unknown } | null)?.backgroundTaskId === 'string';
}

/** Makes items from the lines of one file. Items are immutable: a changed one is another object. */
export class ItemBuilder {
  readonly items: Item[] = [];
  /** The latest turn has ended, according to the lines. */
  isTurnOver = true;
  readonly #toolPlaces = new Map<string, number>();
  readonly #textsOf = new Map<string, number>();
  /** The items that begin turns, by the ids of their prompts. */
  readonly #prompts = new Map<string, Item>();
  #latestAt: number | null = null;
  /** Keys of queued prompts, oldest first. */
  #queue: { readonly key: string; readonly text: string }[] = [];
  #queued = 0;
  /** Prompts that left the queue, before a line says where they went. */
  #taken: { readonly key: string; readonly text: string }[] = [];
  readonly #uuidOf = new Map<string, string>();

  take(line: TranscriptLine): void {
    this.#take(line);
    this.#latestAt = line.at ?? this.#latestAt;
  }

  #take(line: TranscriptLine): void {
    const at = line.at ?? this.items.at(-1)?.at ?? 0;
    switch (line.kind) {
      case 'user':
        return this.#takeUser(line, at);
      case 'assistant':
        return this.#takeAssistant(line, at);
      case 'local-command': {
        const read = readPutIn(line.content);
        if (read) this.#takePutIn(read, { line, at });
        return undefined;
      }
      case 'queue':
        return this.#takeQueue(line.operation, line.content, at);
      case 'queued-command':
        return line.isOfSystem ? this.#takeNews(line.prompt, { line, at }) : this.#absorb(line.prompt, at);
      case 'compaction':
        return this.#push({ type: 'notice', kind: 'compacted', key: line.uuid ?? `compacted-${at}`, at, text: '' });
      case 'api-error': {
        const retry: NoticeItem = {
          type: 'notice',
          kind: 'retrying',
          key: line.uuid ?? `retry-${at}`,
          at,
          text: line.text,
        };
        // Only the last of several attempts is shown.
        if (isRetry(this.items.at(-1))) this.items.pop();
        return this.#push(retry);
      }
      case 'blocked': {
        this.#forget(line.prompt);
        this.#begin({ line, at, item: { text: line.prompt, said: 'prompt' } });
        this.#push({ type: 'notice', kind: 'blocked', key: `${line.uuid ?? at}-blocked`, at, text: line.reason });
        this.isTurnOver = true;
        return undefined;
      }
      case 'turn-over':
        this.isTurnOver = true;
        return undefined;
      default:
        return undefined;
    }
  }

  /** The id of the line that contains a prompt. */
  uuidOfPrompt(key: string): string | undefined {
    return this.#uuidOf.get(key);
  }

  #push(item: Item): void {
    this.items.push(item);
  }

  #takeUser(line: UserLine, at: number): void {
    for (const block of line.blocks)
      if (block.type === 'tool-result') this.#endTool(block.toolUseId, { ...block, result: line.toolUseResult });
    const texts =
      line.text === null ? line.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) : [line.text];
    const images = line.blocks.flatMap((block) => (block.type === 'image' && block.url !== '' ? [block.url] : []));
    if (line.isCompactSummary || (texts.length === 0 && images.length === 0)) return;
    const [first = ''] = texts;
    const read = line.isTyped && !isCommand(first) ? null : readPutIn(first);
    if (read) return this.#takePutIn(read, { line, at });
    if (line.isMeta) {
      // A hook prevents the end of the turn.
      if (first.startsWith('Stop hook feedback:')) this.isTurnOver = false;
      return;
    }
    if (line.isOfSystem) return this.#prompted(first, { line, at });
    const text = (line.isTyped ? texts : texts.filter((each) => readPutIn(each) === null)).join('\n');
    if (line.wasQueued) this.#forget(text);
    this.#begin({ line, at, item: { text, said: 'prompt', ...(images.length > 0 && { images }) } });
  }

  #takePutIn(read: PutIn, { line, at }: { readonly line: TranscriptLine; readonly at: number }): void {
    const key = line.uuid ?? `${read.kind}-${at}`;
    switch (read.kind) {
      case 'command':
      case 'shell': {
        // The queue has a line for the shell without its mark.
        if (read.kind === 'shell') this.#forget(read.text.slice(1));
        this.#begin({ line, at, item: { text: read.text, said: read.kind } });
        this.isTurnOver = true;
        // It was typed before its history was cut: the person's words come first.
        const [before, last] = this.items.slice(-2);
        if (read.text.startsWith('/compact') && before?.type === 'notice' && before.kind === 'compacted' && last)
          this.items.splice(-2, 2, last, before);
        return;
      }
      case 'output': {
        const place = this.items.findLastIndex((item) => item.type === 'prompt' && item.said !== 'prompt');
        const item = this.items[place];
        if (item?.type !== 'prompt' || read.text === '') return;
        const output = item.output === undefined ? read.text : `${item.output}\n${read.text}`;
        this.items[place] = { ...item, output };
        return;
      }
      case 'interrupted': {
        this.#endOpenTools(line.kind === 'user' && line.isOfMessage === false);
        this.#push({ type: 'notice', kind: 'interrupted', key, at, text: '' });
        this.isTurnOver = true;
        return;
      }
      case 'task-done':
        return this.#prompted(line.kind === 'user' ? (line.text ?? firstText(line)) : '', { line, at });
      case 'aside':
        return undefined;
      default:
        return read satisfies never;
    }
  }

  /** Starts a turn for which Claude Code prompted itself. */
  #prompted(text: string, { line, at }: { readonly line: TranscriptLine; readonly at: number }): void {
    const promptId = line.kind === 'user' ? this.#newPromptId(line.promptId) : null;
    const key = promptId ?? line.uuid ?? `prompted-${at}`;
    const notice = noticeOfPrompt(text, { key, at, promptId });
    if (line.uuid !== null) this.#uuidOf.set(key, line.uuid);
    if (promptId !== null) this.#prompts.set(promptId, notice);
    this.#push(notice);
    this.isTurnOver = false;
  }

  /** Adds a note that Claude Code gave the model in the middle of a turn. */
  #takeNews(text: string, { line, at }: { readonly line: TranscriptLine; readonly at: number }): void {
    if (readPutIn(text)?.kind === 'aside') return;
    const { begins: _, ...notice } = noticeOfPrompt(text, { key: line.uuid ?? `news-${at}`, at, promptId: null });
    this.#push(notice);
  }

  #newPromptId = (given: string | null): string | null => (given !== null && !this.#prompts.has(given) ? given : null);

  /** Queued messages share the id of the last one. Only the last keeps it, because it begins the answer. */
  #takeBackId(promptId: string | null): void {
    const before = promptId === null ? undefined : this.#prompts.get(promptId);
    const place = before === undefined ? -1 : this.items.lastIndexOf(before);
    const uuid = before && this.#uuidOf.get(before.key);
    // A prompt that has an answer keeps its id.
    if (promptId === null || before?.type !== 'prompt' || uuid === undefined || this.#isAnswered(place)) return;
    this.items[place] = { ...before, key: uuid, promptId: null };
    this.#uuidOf.set(uuid, uuid);
    this.#prompts.delete(promptId);
  }

  #isAnswered = (place: number): boolean =>
    place < 0 || this.items.slice(place + 1).some((item) => beginningOf(item) === null);

  #begin({
    line,
    at,
    item,
  }: {
    readonly line: TranscriptLine;
    readonly at: number;
    readonly item: Pick<PromptItem, 'text' | 'said' | 'images'>;
  }): void {
    // A line for the shell has the id of the prompt before it.
    const given = line.kind === 'user' && item.said !== 'shell' ? line.promptId : null;
    if (line.kind === 'user' && line.wasQueued) this.#takeBackId(given);
    const promptId = this.#newPromptId(given);
    const key = promptId ?? line.uuid ?? `prompt-${at}`;
    if (line.uuid !== null) this.#uuidOf.set(key, line.uuid);
    const prompt: PromptItem = { type: 'prompt', key, promptId, at, ...item };
    if (promptId !== null) this.#prompts.set(promptId, prompt);
    this.#push(prompt);
    this.isTurnOver = false;
  }

  #takeAssistant(line: AssistantLine, at: number): void {
    const messageId = line.messageId ?? line.uuid ?? `message-${at}`;
    if (line.isApiError) {
      const text = line.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
      this.#push({ type: 'notice', kind: 'api-error', key: line.uuid ?? messageId, at, text });
      this.isTurnOver = true;
      return;
    }
    // Claude Code writes this answer itself when a session is resumed.
    if (line.isSynthetic && line.blocks.every((block) => block.type === 'text' && block.text === NO_ANSWER)) return;
    if (isRetry(this.items.at(-1))) this.items.pop();
    for (const block of line.blocks) {
      if (block.type === 'thinking' && block.text.trim() !== '') {
        const ordinal = this.#textsOf.get(`${messageId} thinking`) ?? 0;
        this.#textsOf.set(`${messageId} thinking`, ordinal + 1);
        const duration = Math.max(0, at - (this.#latestAt ?? at));
        const key = `${messageId}:thinking:${ordinal}`;
        this.#push({ type: 'thinking', key, at, text: block.text, duration } satisfies ThinkingItem);
      }
      if (block.type === 'text' && block.text.trim() !== '') {
        const ordinal = this.#textsOf.get(messageId) ?? 0;
        this.#textsOf.set(messageId, ordinal + 1);
        this.#push({ type: 'text', key: `${messageId}:${ordinal}`, at, text: block.text });
      }
      if (block.type !== 'tool-use' || this.#toolPlaces.has(block.id)) continue;
      this.#toolPlaces.set(block.id, this.items.length);
      const { id, name, input } = block;
      const open = { output: null, isError: false, isComplete: false } as const;
      this.#push({ type: 'tool', key: id, id, at, name, input, ...open });
    }
    this.isTurnOver = line.stopReason !== null && line.stopReason !== 'tool_use';
  }

  #endTool(
    id: string,
    {
      text,
      isError,
      images,
      result,
    }: {
      readonly text: string;
      readonly isError: boolean;
      readonly images: readonly string[];
      readonly result: unknown;
    },
  ): void {
    const place = this.#placeOfTool(id);
    const tool = this.items[place];
    if (tool?.type !== 'tool') return;
    const patch = patchOf(result);
    const whole = wholeOf(result);
    this.items[place] = {
      ...tool,
      output: whole ? previewOf(text) : text,
      isError,
      isComplete: true,
      ...(whole && { whole }),
      ...(images.length > 0 && { images }),
      ...(patch && { patch }),
      ...(isError && isDenial(text) && { ending: 'denied' as const }),
      ...(isInBackground(tool.input, result) && { isBackground: true as const }),
    };
  }

  #placeOfTool(id: string): number {
    const place = this.#toolPlaces.get(id) ?? -1;
    const item = this.items[place];
    // A prompt that left the queue shifted the items behind it.
    return item?.type === 'tool' && item.id === id
      ? place
      : this.items.findLastIndex((each) => each.type === 'tool' && each.id === id);
  }

  /**
   * An interruption ends open tool calls. A call that the transcript marks as refused was interrupted, unless the person
   * denied it with Escape.
   */
  #endOpenTools(isDenial: boolean): void {
    const lastOther = this.items.findLastIndex(({ type }) => type !== 'tool');
    for (const [place, item] of this.items.entries()) {
      const isCutOff = !isDenial && place >= lastOther && item.type === 'tool' && item.ending === 'denied';
      if (item.type !== 'tool' || (item.isComplete && !isCutOff)) continue;
      const output = item.output ?? '';
      this.items[place] = { ...item, output, isComplete: true, isError: true, ending: 'interrupted' };
    }
  }

  #takeQueue(operation: string, content: string | null, at: number): void {
    if (operation === 'enqueue' && content !== null) {
      const key = `queued-${at}-${(this.#queued += 1)}`;
      this.#queue.push({ key, text: content });
      // The queue also holds texts of Claude Code, which are not messages of the person.
      if (readPutIn(content)) return;
      this.#push({ type: 'prompt', key, promptId: null, at, text: content, said: 'prompt', queue: 'queued' });
      return;
    }
    if (operation === 'dequeue' || operation === 'remove') {
      const taken = content === null ? this.#queue[0] : this.#queue.find(({ text }) => text === content);
      if (!taken) return;
      this.#queue = this.#queue.filter((each) => each !== taken);
      // A command that exists has its own lines in the transcript; an unknown one has none.
      if (COMMAND.test(taken.text)) this.#drop(taken.key);
      else this.#taken.push(taken);
      return;
    }
    if (operation === 'popAll') {
      for (const { key } of this.#queue) this.#mark(key, 'dropped');
      this.#queue = [];
    }
  }

  /** Adds a queued prompt that the model read at this line. */
  #absorb(text: string, at: number): void {
    const known = [...this.#taken, ...this.#queue].find((each) => each.text === text);
    if (known) this.#drop(known.key);
    const key = known?.key ?? `absorbed-${at}-${(this.#queued += 1)}`;
    this.#push({ type: 'prompt', key, promptId: null, at, text, said: 'prompt', queue: 'absorbed' });
  }

  /** Drops a queued prompt, which now has a line of its own. */
  #forget(text: string): void {
    const known = [...this.#taken, ...this.#queue].find((each) => each.text === text);
    if (known) this.#drop(known.key);
  }

  #drop(key: string): void {
    const place = this.items.findLastIndex((item) => item.key === key);
    if (place >= 0) this.items.splice(place, 1);
    this.#taken = this.#taken.filter((each) => each.key !== key);
    this.#queue = this.#queue.filter((each) => each.key !== key);
  }

  #mark(key: string, queue: PromptItem['queue']): void {
    const place = this.items.findLastIndex((item) => item.key === key);
    const item = this.items[place];
    if (item?.type === 'prompt' && queue !== undefined) this.items[place] = { ...item, queue };
  }
}

const COMMAND = /^\s*\/[\p{L}\p{N}_:-]+(?:\s|$)/u;

const firstText = ({ blocks }: UserLine): string => blocks.find((block) => block.type === 'text')?.text ?? '';

const isRetry = (item: Item | undefined) => item?.type === 'notice' && item.kind === 'retrying';
