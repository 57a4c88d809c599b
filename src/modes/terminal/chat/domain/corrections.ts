import type { ChatDraft } from './chat-draft.ts';
import { MATCH } from './drift.ts';
import { isBeginningLike, likeness, plainOf } from './likeness.ts';

/** Marks what was shown otherwise before the transcript told it. */
export class Corrections {
  /** What was shown last of an open message, by its id. */
  readonly #shown = new Map<string, string>();
  readonly #marked = new Map<string, ChatDraft>();

  shown(texts: readonly { readonly messageId: string; readonly content: string }[]): void {
    for (const { messageId, content } of texts) this.#shown.set(messageId, content);
  }

  /** The same drafts for those of which nothing else was shown. */
  mark(drafts: readonly ChatDraft[]): readonly ChatDraft[] {
    return this.#shown.size === 0 && this.#marked.size === 0 ? drafts : drafts.map((draft) => this.#markOne(draft));
  }

  #markOne(draft: ChatDraft): ChatDraft {
    const known = this.#marked.get(draft.id);
    const shown = this.#shown.get(draft.id);
    if (draft.isOpen || (shown === undefined && !known) || draft.about.standing !== 'verified') return draft;
    if (shown !== undefined) {
      this.#shown.delete(draft.id);
      if (isSame(plainOf(shown), plainOf(draft.content))) return draft;
    }
    if (known?.content === draft.content && known.tools === draft.tools) return known;
    const marked: ChatDraft = { ...draft, about: { ...draft.about, standing: 'corrected' } };
    this.#marked.set(draft.id, marked);
    return marked;
  }
}

/** What was shown may have been the beginning: the rest came with the transcript. */
const isSame = (shown: string, told: string) => isBeginningLike(shown, told) || likeness(shown, told) >= MATCH;
