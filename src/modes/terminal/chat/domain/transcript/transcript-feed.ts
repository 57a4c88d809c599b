import { inChainOrder } from '../../../transcripts/domain/chain-order.ts';
import { readTranscriptLine, type TranscriptLine } from '../../../transcripts/domain/transcript-line.ts';
import { beginningOf, type Item, type TextItem, type ToolItem, type TranscriptReading } from '../items.ts';
import { ItemBuilder } from './item-builder.ts';

const AGENT_TOOLS = new Set(['Agent', 'Task']);

/** The lines of one file without duplicates: of lines with the same id the last counts, at the place of the first. */
class FileOfLines {
  builder = new ItemBuilder();
  readonly #lines: TranscriptLine[] = [];
  readonly #placeOf = new Map<string, number>();
  /** Ids of parent lines that have not arrived. */
  readonly #awaited = new Set<string>();
  claudeSession: string | null = null;
  leaf: string | null = null;
  #way: Way | null = null;

  add(texts: readonly string[]): void {
    let isMixed = false;
    for (const text of texts) {
      if (text.trim() === '') continue;
      const line = readTranscriptLine(text);
      if (!line) continue;
      this.claudeSession = line.sessionId ?? this.claudeSession;
      if (line.kind === 'leaf') this.leaf = line.leafUuid ?? this.leaf;
      else if (line.uuid !== null && !line.isSidechain) this.leaf = line.uuid;
      if (this.#store(line)) isMixed = true;
      if (!isMixed) this.builder.take(line);
    }
    if (!isMixed) return;
    this.#way = null;
    this.builder = new ItemBuilder();
    for (const line of inChainOrder(this.#lines)) this.builder.take(line);
  }

  line(uuid: string): TranscriptLine | undefined {
    const place = this.#placeOf.get(uuid);
    return place === undefined ? undefined : this.#lines[place];
  }

  /** No line with an id precedes it. */
  isFirst(uuid: string): boolean {
    const [first] = this.#placeOf.keys();
    return first === uuid;
  }

  /** Ids of the lines from the latest back to the first. A rewind left all others. Null if it cannot tell. */
  get way(): ReadonlySet<string> | null {
    if (this.leaf === null) return null;
    if (this.#way?.leaf !== this.leaf) this.#way = wayFrom(this, this.leaf, this.#way);
    return this.#way.uuids;
  }

  /** The prompt of a subagent, whose file this is. */
  get firstWords(): string | null {
    const first = this.builder.items.find(({ type }) => type === 'prompt');
    return first?.type === 'prompt' ? first.text : null;
  }

  /** Returns true if all lines must be reread: this one replaces a line, or belongs before a known one. */
  #store(line: TranscriptLine): boolean {
    const { uuid, parentUuid } = line;
    const place = uuid === null ? undefined : this.#placeOf.get(uuid);
    if (place !== undefined) {
      this.#lines[place] = line;
      return true;
    }
    if (uuid !== null) this.#placeOf.set(uuid, this.#lines.length);
    this.#lines.push(line);
    if (parentUuid !== null && !this.#placeOf.has(parentUuid)) this.#awaited.add(parentUuid);
    return uuid !== null && this.#awaited.delete(uuid);
  }
}

/**
 * Reads the transcripts of a chat: those of the sessions that ran one after another in a terminal, and of their
 * subagents.
 */
export class TranscriptFeed {
  readonly #sessions = new Map<string, FileOfLines>();
  readonly #agents = new Map<string, FileOfLines>();
  /** Copies of calls with the work of their subagents. */
  readonly #calls = new WeakMap<ToolItem, ToolItem>();

  /**
   * Adds lines of a session, in the order of its file. `isAnew`: the file was rewritten, and these are its first lines.
   */
  addLines(session: string, lines: readonly string[], isAnew = false): void {
    add(this.#sessions, { name: session, lines, isAnew });
  }

  addAgentLines(agent: string, lines: readonly string[], isAnew = false): void {
    add(this.#agents, { name: agent, lines, isAnew });
  }

  reading(): TranscriptReading {
    const sessions = [...this.#sessions.values()];
    const inside = this.#insideOf(sessions);
    const items = sessions.flatMap((file, index) => {
      const read = this.#withoutAbandoned(file);
      const own =
        inside.size === 0 ? read : read.map((item) => (item.type === 'tool' ? (inside.get(item.id) ?? item) : item));
      return index === 0 ? own : [cleared(file, own), ...own];
    });
    return { items, isTurnOver: sessions.at(-1)?.builder.isTurnOver ?? true };
  }

  /** The calls in which subagents work, with that work. A subagent belongs to the call with its prompt. */
  #insideOf(sessions: readonly FileOfLines[]): ReadonlyMap<string, ToolItem> {
    if (this.#agents.size === 0) return new Map();
    const calls = sessions.flatMap(({ builder }) =>
      builder.items.filter((item) => item.type === 'tool' && AGENT_TOOLS.has(item.name)),
    ) as readonly ToolItem[];
    const found = new Map<string, ToolItem>();
    for (const file of this.#agents.values()) {
      const words = file.firstWords;
      const call = calls.find(
        ({ id, input }) => !found.has(id) && (input as { readonly prompt?: unknown } | null)?.prompt === words,
      );
      if (!call || words === null) continue;
      const inside = file.builder.items.filter(
        (item): item is TextItem | ToolItem => item.type === 'text' || item.type === 'tool',
      );
      found.set(call.id, this.#withInside(call, inside));
    }
    return found;
  }

  #withInside(call: ToolItem, inside: readonly (TextItem | ToolItem)[]): ToolItem {
    const known = this.#calls.get(call);
    const isSame =
      known?.inside?.length === inside.length && known.inside.every((each, index) => each === inside[index]);
    if (known && isSame) return known;
    const made = { ...call, inside };
    this.#calls.set(call, made);
    return made;
  }

  /** Marks the turns whose prompt is not on the path from the last line to the first: a rewind left them. */
  #withoutAbandoned(file: FileOfLines): readonly Item[] {
    const { builder } = file;
    const keys = abandonedOf(file);
    if (keys.size === 0) return builder.items;
    let isAbandoned = false;
    return builder.items.map((item) => {
      if (beginningOf(item)) isAbandoned = keys.has(item.key);
      return isAbandoned ? abandonedItem(item) : item;
    });
  }
}

function abandonedOf({ builder, way }: FileOfLines): ReadonlySet<string> {
  const keys = new Set<string>();
  if (way === null) return keys;
  for (const item of builder.items) {
    const uuid = beginningOf(item) ? builder.uuidOfPrompt(item.key) : undefined;
    if (uuid !== undefined && !way.has(uuid)) keys.add(item.key);
  }
  return keys;
}

const abandoned = new WeakMap<Item, Item>();

/** Returns the same object for the same item, so that an unchanged turn is not merged again. */
function abandonedItem(item: Item): Item {
  const known = abandoned.get(item);
  if (known) return known;
  const marked = { ...item, isAbandoned: true as const };
  abandoned.set(item, marked);
  return marked;
}

interface Way {
  readonly leaf: string;
  /** Null if the path cannot be followed to the beginning: then every turn counts. */
  readonly uuids: Set<string> | null;
}

/** Follows the parents of `leaf`. Stops at the leaf of `before`, an earlier path, and adds the new ids to that one. */
function wayFrom(file: FileOfLines, leaf: string, before: Way | null): Way {
  const passed = new Map<string, TranscriptLine>();
  let hasBeginning = false;
  for (let uuid: string | null = leaf; uuid !== null && !passed.has(uuid);) {
    if (uuid === before?.leaf && !hasBeginning) {
      for (const each of passed.keys()) before.uuids?.add(each);
      return { leaf, uuids: before.uuids };
    }
    const line = file.line(uuid);
    if (!line) return { leaf, uuids: null };
    passed.set(uuid, line);
    hasBeginning ||= line.kind === 'context-begins';
    // Some versions do not name the line before a compaction. Everything before it still counts.
    if (line.kind === 'compaction' && line.parentUuid === null) return { leaf, uuids: null };
    // A conversation begins with a prompt, or with the first line.
    if (line.parentUuid === null && line.kind !== 'user' && !file.isFirst(uuid)) return { leaf, uuids: null };
    uuid = line.parentUuid;
  }
  return { leaf, uuids: withoutLeft([...passed]) };
}

/**
 * After a rewind to before the first prompt, Claude Code 2.1.197 may name the last line that the rewind left as the
 * parent of the next prompt. The context of the model then begins twice without a compaction in between, and the lines
 * between the two prompts were left. `way` goes from the last line to the first.
 */
function withoutLeft(way: readonly (readonly [string, TranscriptLine])[]): Set<string> {
  const uuids = new Set(way.map(([uuid]) => uuid));
  /** Index of the prompt with which a later context begins; null if a compaction explains that beginning. */
  let later: number | null = null;
  for (const [place, [, { kind }]] of way.entries()) {
    if (kind === 'compaction') later = null;
    if (kind !== 'context-begins') continue;
    const prompt = way.findIndex(([, line], above) => above > place && line.kind === 'user');
    if (prompt < 0) break;
    if (later !== null) for (const [uuid] of way.slice(later + 1, prompt + 1)) uuids.delete(uuid);
    later = prompt;
  }
  return uuids;
}

function cleared({ claudeSession }: FileOfLines, items: readonly Item[]): Item {
  const at = items[0]?.at ?? 0;
  return { type: 'notice', kind: 'cleared', key: `cleared-${claudeSession ?? at}`, at, text: '' };
}

function add(
  files: Map<string, FileOfLines>,
  { name, lines, isAnew }: { readonly name: string; readonly lines: readonly string[]; readonly isAnew: boolean },
): void {
  const file = isAnew ? new FileOfLines() : (files.get(name) ?? new FileOfLines());
  files.set(name, file);
  file.add(lines);
}
