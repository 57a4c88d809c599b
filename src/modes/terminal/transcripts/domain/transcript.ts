import type { OldEntry } from '../protocol.ts';
import { inChainOrder } from './chain-order.ts';
import type { TranscriptBlock, TranscriptLine } from './transcript-line.ts';

const MAX_TEXT = 20_000;
const MAX_RESULT = 4_000;
/** Text that the CLI itself puts into the person's messages. */
const PUT_IN =
  /^\s*<(?:command-name|command-message|command-args|local-command-stdout|local-command-caveat|bash-input|bash-stdout|bash-stderr|task-notification|system-reminder)>/u;
const INTERRUPTED = /^\[Request interrupted by user/u;

/** The lines of a transcript, each once: of those with the same id the last counts, at the place of the first. */
export class Transcript {
  readonly #lines: TranscriptLine[] = [];
  readonly #placeOf = new Map<string, number>();
  #leaf: string | null = null;

  add(line: TranscriptLine): void {
    if (line.kind === 'leaf') {
      this.#leaf = line.leafUuid;
      return;
    }
    const place = line.uuid === null ? undefined : this.#placeOf.get(line.uuid);
    if (place !== undefined) {
      this.#lines[place] = line;
      return;
    }
    if (line.uuid !== null) this.#placeOf.set(line.uuid, this.#lines.length);
    this.#lines.push(line);
  }

  /** The words and calls on the branch that counts: those taken back by a rewind are left out. */
  entries(): readonly OldEntry[] {
    const lines = inChainOrder(this.#lines);
    const branch = this.#branch(lines);
    return lines.flatMap((line, place) => {
      if (line.isSidechain || (branch && line.uuid !== null && !branch.has(line.uuid))) return [];
      return entriesOf(line, line.uuid ?? `line-${place}`);
    });
  }

  /** Ids on the way from the leaf to the root; null where the way cannot be followed, and everything counts. */
  #branch(ordered: readonly TranscriptLine[]): ReadonlySet<string> | null {
    const root = ordered.find(({ uuid, isSidechain }) => uuid !== null && !isSidechain);
    const leaf = this.#leaf !== null && this.#placeOf.has(this.#leaf) ? this.#leaf : this.#lastUuid();
    if (leaf === null) return null;
    const branch = new Set<string>();
    for (let uuid: string | null = leaf; uuid !== null && !branch.has(uuid);) {
      const place = this.#placeOf.get(uuid);
      const line: TranscriptLine | undefined = place === undefined ? undefined : this.#lines[place];
      // Its beginning is in another file, or was taken away: better too much than too little.
      if (!line) return null;
      branch.add(uuid);
      // A compaction begins anew; what stands before it was said all the same.
      if (line.parentUuid === null && (line.kind === 'compaction' || line !== root)) return null;
      uuid = line.parentUuid;
    }
    return branch;
  }

  #lastUuid(): string | null {
    return this.#lines.findLast(({ uuid, isSidechain }) => uuid !== null && !isSidechain)?.uuid ?? null;
  }
}

function entriesOf(line: TranscriptLine, id: string): readonly OldEntry[] {
  const { at } = line;
  if (line.kind === 'compaction') return [{ id, kind: 'notice', text: 'The conversation was made shorter here.', at }];
  if (line.kind === 'assistant') return line.blocks.flatMap((block, place) => blockEntry(block, `${id}-${place}`, at));
  if (line.kind !== 'user' || line.isMeta || line.isCompactSummary) return [];
  const said = line.text === null ? [] : [line.text];
  const texts = [...said, ...line.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))];
  const results = line.blocks.filter(({ type }) => type === 'tool-result');
  return [
    ...texts.flatMap((text, place): OldEntry[] => {
      if (PUT_IN.test(text) || text.trim() === '') return [];
      const kind = INTERRUPTED.test(text) ? 'notice' : 'person';
      return [{ id: `${id}-said-${place}`, kind, text: kind === 'notice' ? 'Interrupted.' : cut(text, MAX_TEXT), at }];
    }),
    ...results.flatMap((block, place) => blockEntry(block, `${id}-${place}`, at)),
  ];
}

function blockEntry(block: TranscriptBlock, id: string, at: number | null): readonly OldEntry[] {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? [] : [{ id, kind: 'assistant', text: cut(block.text, MAX_TEXT), at }];
    case 'tool-use':
      return [{ id, kind: 'tool', text: cut(toolLine(block.name, block.input), MAX_RESULT), at }];
    case 'tool-result':
      return [{ id, kind: 'result', text: cut(block.text, MAX_RESULT), at, ...(block.isError && { isError: true }) }];
    default:
      return [];
  }
}

function toolLine(name: string, input: unknown): string {
  const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const about = ['command', 'file_path', 'pattern', 'url', 'query', 'description'].map((field) => fields[field]);
  const words = about.find((value) => typeof value === 'string' && value !== '') as string | undefined;
  return words === undefined ? name : `${name}: ${words}`;
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text);

/** A person's own words in a line: for titles, and for finding. */
export function promptOf(line: TranscriptLine): string | null {
  if (line.kind !== 'user' || line.isMeta || line.isCompactSummary || line.isSidechain) return null;
  const text = line.text ?? line.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  return text.trim() === '' || PUT_IN.test(text) || INTERRUPTED.test(text) ? null : text;
}

/** Claude's words in a line. */
export function answerOf(line: TranscriptLine): string | null {
  if (line.kind !== 'assistant' || line.isSidechain) return null;
  const text = line.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  return text.trim() === '' ? null : text;
}
