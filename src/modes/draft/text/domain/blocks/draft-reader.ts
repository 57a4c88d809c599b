import { closesFence } from '#text/domain/code-ranges.ts';

import { ChatText } from './chat-text.ts';
import { LineAhead } from './line-ahead.ts';
import { isMention } from './mention.ts';
import { type Ending, readTag, type Tag } from './tag.ts';

export interface DraftBlock {
  /** Empty if the writer gave no title. */
  readonly title: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  /** Range of the text in the content, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** False while it streams, and if the reply ended in it. */
  readonly isClosed: boolean;
}

/** A reply, divided into the text of the chat and the drafts. */
export interface DividedReply {
  readonly chat: string;
  readonly drafts: readonly DraftBlock[];
}

interface Fence {
  readonly signs: string;
  /** The current line opens the fence, so it cannot close it. */
  isFirstLine: boolean;
}

/** Text that can precede a code fence: the signs of quotes and list items. */
const LEAD = /^[ \t>\-*+\d.)]*$/;
const MIN_FENCE = 3;
const SIGN = /[<`~\n]/g;
const RUN = /`+|~+/y;

/**
 * Divides a reply while it streams. Each call gets the content so far, which extends that of the previous call, and
 * takes time in proportion to the new text. Text that was shown stays.
 *
 * Tags in code are text. A code fence runs to its closing fence or to the end; inline code ends on its line. While more
 * text may follow, a possible tag is held back; after an unclosed backtick, everything from the first possible tag on.
 */
export class DraftReader {
  readonly #chat = new ChatText();
  readonly #line = new LineAhead();
  readonly #closed: DraftBlock[] = [];
  #open: Pick<DraftBlock, 'attributes' | 'start'> | null = null;
  /** Number of open drafts inside the open one. */
  #depth = 0;
  /** Number of these whose tag has no attributes and is in the middle of a line, so it may be a mention. */
  #spokenOf = 0;
  #content = '';
  #ending: Ending = 'open';
  /** Offset of a tag in which the content ends. */
  #unfinished = Infinity;
  /** Everything before this offset is decided. */
  #at = 0;
  /** Everything before this offset is text or a tag, even if it is undecided whether it is code. */
  #safe = 0;
  /** Everything before this offset was passed to the chat or belongs to a draft. */
  #taken = 0;
  #isLead = true;
  #fence: Fence | null = null;
  #searched = 0;

  /** `isCut`: the content broke off, so even the shortest beginning of a tag at its end counts as a tag. */
  read(
    content: string,
    { isOver, isCut = false }: { readonly isOver: boolean; readonly isCut?: boolean },
  ): DividedReply {
    this.#content = content;
    this.#ending = !isOver ? 'open' : isCut ? 'cut' : 'over';
    let isRunOpen: boolean | null = null;
    while (isRunOpen === null) isRunOpen = this.#fence ? this.#passFenceLine() : this.#passSign();
    this.#safe = Math.min(Math.max(this.#safe, this.#at), this.#unfinished);
    if (isRunOpen) this.#passSafeText();
    return this.#divided();
  }

  #divided(): DividedReply {
    const open = this.#open;
    if (!open) this.#takeTo(this.#safe);
    const chat = this.#chat.shown(this.#ending !== 'open');
    if (!open) return { chat, drafts: [...this.#closed] };
    return { chat, drafts: [...this.#closed, this.#blockOf(open, { end: this.#safe, isClosed: false })] };
  }

  /**
   * Returns null to continue. Otherwise: true if only code is undecided, so that text up to the next tag can be shown.
   */
  #passSign(): boolean | null {
    const content = this.#content;
    SIGN.lastIndex = this.#at;
    const place = SIGN.exec(content)?.index ?? content.length;
    if (this.#isLead && place > this.#at) this.#isLead = LEAD.test(content.slice(this.#at, place));
    this.#at = place;
    if (place === content.length) return false;
    if (content[place] === '\n') this.#nextLine(place + 1);
    else if (content[place] === '<') return this.#passTag(place);
    else return this.#passRun(place);
    return null;
  }

  #nextLine(at: number): void {
    this.#at = at;
    this.#isLead = true;
  }

  #passTag(place: number): false | null {
    const tag = this.#readTag(place);
    if (tag === 'undecided') return false;
    if (tag === 'unfinished') {
      this.#unfinished = place;
      this.#at = this.#content.length;
      if (this.#open && this.#content[place + 1] === '/') this.#closeAt(place, this.#content.length);
      return false;
    }
    if (tag === 'text') {
      this.#isLead = false;
      this.#at = place + 1;
      return null;
    }
    this.#at = tag.end;
    if (!this.#open) this.#passTagInChat(tag, place);
    else this.#passTagInDraft(tag, place);
    return null;
  }

  #readTag(place: number): ReturnType<typeof readTag> {
    const tag = readTag(this.#content, place, this.#ending);
    if (typeof tag === 'string' || Object.keys(tag.attributes).length > 0) return tag;
    const mention = isMention(this.#content, { start: place, end: tag.end }, this.#ending !== 'open');
    if (mention === 'undecided') return mention;
    return mention ? 'text' : tag;
  }

  #passTagInChat({ kind, attributes, end }: Tag, place: number): void {
    this.#takeTo(place);
    this.#taken = end;
    if (kind === 'closing') return;
    this.#chat.passDraft();
    this.#isLead = true;
    const open = { attributes, start: end };
    if (kind === 'opening') this.#open = open;
    else this.#closed.push(this.#blockOf(open, { end, isClosed: true }));
  }

  #passTagInDraft({ kind, attributes, end }: Tag, place: number) {
    const isFirstOnLine = this.#isLead;
    this.#isLead = false;
    if (kind === 'opening') {
      this.#depth += 1;
      if (!isFirstOnLine && Object.keys(attributes).length === 0) this.#spokenOf += 1;
    }
    if (kind !== 'closing') return;
    // A closing tag on a separate line also closes the mentions.
    if (isFirstOnLine) this.#depth -= this.#spokenOf;
    this.#spokenOf = isFirstOnLine ? 0 : Math.max(0, this.#spokenOf - 1);
    this.#depth -= 1;
    if (this.#depth >= 0) return;
    this.#depth = 0;
    this.#closeAt(place, end);
  }

  #closeAt(place: number, end: number): void {
    if (this.#open) this.#closed.push(this.#blockOf(this.#open, { end: place, isClosed: true }));
    this.#open = null;
    this.#taken = end;
    this.#isLead = true;
  }

  /** A run of backticks or tildes: inline code, a code fence, or text. */
  #passRun(place: number): true | null {
    RUN.lastIndex = place;
    const run = RUN.exec(this.#content)?.[0] ?? '';
    const end = place + run.length;
    if (end === this.#content.length && this.#ending === 'open') return true;
    const isLead = this.#isLead;
    const mayFence = isLead && run.length >= MIN_FENCE;
    if (run.startsWith('~')) {
      if (mayFence) this.#openFence(run, end);
      else this.#passText(end);
      return null;
    }
    this.#line.passTo(place);
    const closer = this.#line.closer(this.#content, {
      length: mayFence ? 0 : run.length,
      from: end,
      isOver: this.#ending !== 'open',
    });
    if (closer === 'undecided') return true;
    if (!mayFence) this.#passText(closer ?? end);
    else if (closer === null) this.#openFence(run, end);
    // Backticks follow on the line, so this is not a fence.
    else this.#isLead = false;
    return null;
  }

  #passText(end: number): void {
    this.#at = end;
    this.#isLead = false;
  }

  #openFence(run: string, end: number): void {
    this.#fence = { signs: run, isFirstLine: true };
    this.#at = end;
    this.#searched = end;
  }

  /** A line in a fence is text, whether or not it closes the fence. */
  #passFenceLine(): true | null {
    const content = this.#content;
    const found = content.indexOf('\n', this.#searched);
    if (found < 0) {
      this.#searched = content.length;
      this.#safe = content.length;
      if (this.#ending === 'open' || this.#at === content.length) return true;
    }
    const end = found < 0 ? content.length : found;
    const fence = this.#fence;
    if (fence && !fence.isFirstLine && closesFence(content.slice(this.#at, end), fence.signs)) this.#fence = null;
    if (fence) fence.isFirstLine = false;
    this.#nextLine(found < 0 ? end : end + 1);
    this.#searched = this.#at;
    return null;
  }

  /** Passes text up to the next possible tag, whether or not it is code. */
  #passSafeText(): void {
    while (this.#safe < this.#content.length) {
      const place = this.#content.indexOf('<', this.#safe);
      this.#safe = place < 0 ? this.#content.length : place;
      if (place < 0 || this.#readTag(place) !== 'text') return;
      this.#safe = place + 1;
    }
  }

  #takeTo(place: number): void {
    if (place > this.#taken) this.#chat.take(this.#content.slice(this.#taken, place));
    this.#taken = Math.max(this.#taken, place);
  }

  #blockOf(
    { attributes, start }: Pick<DraftBlock, 'attributes' | 'start'>,
    { end, isClosed }: Pick<DraftBlock, 'end' | 'isClosed'>,
  ): DraftBlock {
    const title = (attributes.title ?? '').trim();
    return { title, attributes, text: this.#content.slice(start, end), start, end, isClosed };
  }
}
