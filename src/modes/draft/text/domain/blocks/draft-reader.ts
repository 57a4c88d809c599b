import { closesFence } from '#text/domain/code-ranges.ts';

import { ChatText } from './chat-text.ts';
import { LineAhead } from './line-ahead.ts';
import { isMention } from './mention.ts';
import { type Ending, readTag, type Tag } from './tag.ts';

export interface DraftBlock {
  /** Empty if the writer named none. */
  readonly title: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  /** The place of the text in the content, as UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** False while it streams, and where the reply ended in it. */
  readonly isClosed: boolean;
}

/** A reply divided into what the chat shows and its drafts. */
export interface DividedReply {
  readonly chat: string;
  readonly drafts: readonly DraftBlock[];
}

interface Fence {
  readonly signs: string;
  /** The line that opens it cannot close it. */
  isFirstLine: boolean;
}

/** A code fence may open behind these signs: quotes and list items may contain one. */
const LEAD = /^[ \t>\-*+\d.)]*$/;
const MIN_FENCE = 3;
const SIGN = /[<`~\n]/g;
const RUN = /`+|~+/y;

/**
 * Divides a reply while it streams. Each call gets the content so far, which begins with that of the call before, and
 * costs time in proportion to what is new. Text that was shown once stays.
 *
 * Tags in code are text. A code fence runs to its closing fence or to the end; inline code ends on its line. While more
 * may come, what may become a tag is held back, and after a backtick that is not closed yet, what follows the first
 * such place.
 */
export class DraftReader {
  readonly #chat = new ChatText();
  readonly #line = new LineAhead();
  readonly #closed: DraftBlock[] = [];
  #open: Pick<DraftBlock, 'attributes' | 'start'> | null = null;
  /** Drafts inside the open one. */
  #depth = 0;
  /** Of these, tags without attributes in the midst of a line: as likely it speaks of them. */
  #spokenOf = 0;
  #content = '';
  #ending: Ending = 'open';
  /** Where a tag begins in which the content ends. */
  #unfinished = Infinity;
  /** Everything before is decided. */
  #at = 0;
  /** Everything before is text or a tag, although it may not be decided whether it is code. */
  #safe = 0;
  /** Everything before was passed to the chat or belongs to a draft. */
  #taken = 0;
  #isLead = true;
  #fence: Fence | null = null;
  #searched = 0;

  /** `isCut`: it did not end by itself, so that the least beginning of a tag at its end is one. */
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

  /** Null to go on; else whether only code is undecided, so that what follows may be shown up to the next tag. */
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
    // On a line of its own it closes what was begun so.
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
    // Backticks behind it: not a fence after all.
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

  /** All of it is text, whether or not the line closes the fence. */
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

  /** Whether it is code or not, this is text up to what may be a tag. */
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
