import type { DraftPart, HostPart, WriterPart } from '../../protocol.ts';
import { DraftReader } from '../../text/domain/blocks/draft-reader.ts';

/** Maximum size of a piece of a draft in UTF-16 units, because a growing piece is streamed again. */
const MAX_PIECE = 600;
/** A tag ends a step, so that the text before and behind it is processed separately. */
const STEPS = /(?<=>)/u;

type DraftFacts = Pick<DraftPart, 'platform' | 'personName' | 'model' | 'target'>;

/** A draft that an earlier part of the reply left open. */
export interface OpenDraft {
  readonly block: number;
  readonly title: string;
  readonly text: string;
}

interface Begun {
  /** Number of drafts that were begun before; the count continues. */
  readonly blocks: number;
  readonly open: OpenDraft | null;
}

interface Written {
  readonly block: number;
  readonly title: string;
  readonly at: number;
  /** Length of its text so far, in UTF-16 units. */
  length: number;
  pieces: number;
  piece: string;
  isOpen: boolean;
}

/**
 * Divides the writer’s stream into chat text and drafts: emits words as text, and drafts as parts. No word is lost,
 * however the stream is cut.
 */
export class DraftSplitter {
  readonly #facts: DraftFacts;
  readonly #reader = new DraftReader();
  readonly #begun: Begun;
  readonly #drafts: Written[] = [];
  #content = '';
  /** Length of the chat text so far, in UTF-16 units. */
  #said = 0;
  /** Citations by id: one that is emitted again with more details keeps its position. */
  readonly #places = new Map<string, { readonly at: number; readonly block: number | null }>();

  constructor(facts: DraftFacts, begun: Begun) {
    this.#facts = facts;
    this.#begun = begun;
    const { open } = begun;
    if (!open) return;
    // The reader continues where the earlier part ended.
    this.#content = `<draft>${open.text}`;
    const { block, title, text } = open;
    this.#drafts.push({ block, title, at: 0, length: text.length, pieces: 0, piece: '', isOpen: true });
  }

  /** The head of a continued draft. */
  begin(): readonly WriterPart[] {
    return this.#drafts.map((draft) => this.#head(draft));
  }

  push(piece: string | HostPart): readonly (string | WriterPart)[] {
    if (typeof piece !== 'string') return [this.#placed(piece)];
    return piece.split(STEPS).flatMap((step) => {
      this.#content += step;
      return this.#read('open');
    });
  }

  /** Returns the rest. An unclosed draft stays open. `cut`: the stream broke off, perhaps inside a tag. */
  end(ending: 'over' | 'cut' = 'over'): readonly (string | WriterPart)[] {
    return this.#read(ending);
  }

  #read(ending: 'open' | 'over' | 'cut'): readonly (string | WriterPart)[] {
    const how = { isOver: ending !== 'open', isCut: ending === 'cut' };
    const { chat, drafts } = this.#reader.read(this.#content, how);
    const pieces: (string | WriterPart)[] = [];
    if (chat.length > this.#said) {
      pieces.push(chat.slice(this.#said));
      this.#said = chat.length;
    }
    for (const [index, { title, text, isClosed }] of drafts.entries()) {
      const known = this.#drafts[index];
      if (known?.isOpen === false) continue;
      const draft = known ?? this.#open(title);
      if (!known) pieces.push(this.#head(draft));
      if (text.length > draft.length) pieces.push(...grown(draft, text.slice(draft.length)));
      if (!isClosed) continue;
      draft.isOpen = false;
      pieces.push(this.#head(draft));
    }
    return pieces;
  }

  #open(title: string): Written {
    const block = this.#begun.blocks + this.#drafts.length + (this.#begun.open ? 0 : 1);
    const draft = { block, title, at: this.#said, length: 0, pieces: 0, piece: '', isOpen: true };
    this.#drafts.push(draft);
    return draft;
  }

  #head({ block, title, at, isOpen }: Written): DraftPart {
    return { id: `draft-${block}`, type: 'draft', block, at, title, ...this.#facts, isOpen };
  }

  /** Assigns a citation to the draft in which it occurs, or to the chat text. */
  #placed(part: HostPart): WriterPart {
    if (part.type !== 'source-citation') return part;
    const open = this.#drafts.findLast(({ isOpen }) => isOpen);
    const now = { at: open ? open.length : this.#said, block: open?.block ?? null };
    const { at, block } = this.#places.get(part.id) ?? now;
    this.#places.set(part.id, { at, block });
    return block === null ? { ...part, at } : { ...part, type: 'draft-citation', block, at };
  }
}

function grown(draft: Written, text: string): readonly WriterPart[] {
  const parts: WriterPart[] = [];
  for (let from = 0; from < text.length;) {
    if (draft.piece.length >= MAX_PIECE) {
      draft.pieces += 1;
      draft.piece = '';
    }
    const taken = text.slice(from, from + MAX_PIECE - draft.piece.length);
    from += taken.length;
    draft.piece += taken;
    draft.length += taken.length;
    const { block, pieces, piece } = draft;
    const id = `draft-${block}-text-${pieces}`;
    const last = parts.at(-1);
    if (last?.id === id) parts.pop();
    parts.push({ id, type: 'draft-text', block, text: piece });
  }
  return parts;
}
