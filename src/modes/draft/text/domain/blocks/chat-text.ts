/**
 * The text of a reply outside its drafts. A draft is a separate paragraph: the white space on both sides of it becomes
 * one blank line, or nothing at the beginning and the end. All other text is unchanged.
 */
export class ChatText {
  #text = '';
  /** White space that may precede a draft. */
  #space = '';
  #isAfterDraft = false;

  take(piece: string): void {
    if (piece.trimStart() === '') {
      this.#space += piece;
      return;
    }
    const words = piece.trimEnd();
    this.#text += this.#isAfterDraft ? this.#newParagraph(this.#space + words) : this.#space + words;
    this.#space = piece.slice(words.length);
    this.#isAfterDraft = false;
  }

  passDraft(): void {
    this.#space = '';
    this.#isAfterDraft = true;
  }

  /** Omits white space at its end while more text may follow. */
  shown(isOver: boolean): string {
    return isOver && !this.#isAfterDraft ? this.#text + this.#space : this.#text;
  }

  /** Keeps the indentation of the first line. */
  #newParagraph(piece: string): string {
    const words = piece.trimStart();
    const space = piece.slice(0, piece.length - words.length);
    const indentation = space.slice(space.lastIndexOf('\n') + 1);
    const line = indentation.length === space.length ? words : indentation + words;
    return this.#text === '' ? line : `\n\n${line}`;
  }
}
