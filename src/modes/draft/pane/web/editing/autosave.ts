import { ApiProblem, messageOf } from '#http-client/web/api.ts';
import { errorKinds } from '#wire/error-kind.ts';

import type { SavedText, SaveText } from '../../../protocol.ts';
import { forgetEdit, storeEdit, type UnsavedEdit } from './stored-edit.ts';

export type SaveStatus =
  | { readonly is: 'saved' | 'waiting' | 'saving' }
  /** The save will be retried. */
  | { readonly is: 'unreachable' }
  /** The server rejects the text, which stays in this browser. */
  | { readonly is: 'refused'; readonly message: string };

export interface AutosaveDependencies {
  readonly draftId: string;
  readonly save: (request: SaveText) => Promise<SavedText>;
  readonly onStatus: (status: SaveStatus) => void;
  readonly onSaved: (saved: SavedText) => void;
  /** Delay after the last key, in ms. */
  readonly pauseMs?: number;
  readonly retryMs?: number;
}

type Written = Pick<UnsavedEdit, 'title' | 'text'>;

const PAUSE_MS = 1_000;
const RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

/**
 * Saves the text of one stay in the editor. The text is in the browser's storage until the server has it. Saves run one
 * after another, and each sends the whole text.
 */
export class Autosave {
  readonly #given: AutosaveDependencies;
  readonly #of: Omit<UnsavedEdit, 'title' | 'text' | 'save'>;
  #written: Written;
  #nextSave: number;
  /** The text on the server; null if unknown. */
  #saved: Written | null;
  #underWay: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #isRefused = false;
  #answer: SavedText | null = null;

  /** `isKept`: the words are unsaved ones of an earlier stay, which continues. */
  constructor(given: AutosaveDependencies, begun: UnsavedEdit, isKept = false) {
    this.#given = given;
    const { editing, number, revision, save, title, text } = begun;
    this.#of = { editing, number, revision };
    this.#nextSave = save;
    this.#written = { title, text };
    this.#saved = isKept ? null : this.#written;
  }

  get isSaved(): boolean {
    return this.#isClean();
  }

  /** The result of the last save; null before one. */
  get answer(): SavedText | null {
    return this.#answer;
  }

  write(written: Written): void {
    this.#written = written;
    this.#isRefused = false;
    this.#keep();
    this.#given.onStatus({ is: 'waiting' });
    this.#wait(this.#given.pauseMs ?? PAUSE_MS);
  }

  /** Saves now. Null if nothing is unsaved. Never rejects. */
  flush(): Promise<void> | null {
    clearTimeout(this.#timer);
    if (this.#underWay) return this.#underWay;
    if (this.#isRefused) return null;
    if (this.#isClean()) {
      this.#settle();
      return null;
    }
    this.#underWay = this.#run().finally(() => (this.#underWay = null));
    return this.#underWay;
  }

  /** Ends the stay. Words that could not be saved stay in the browser's storage until the next stay. */
  close(): void {
    void this.flush()?.then(() => clearTimeout(this.#timer));
  }

  async #run(): Promise<void> {
    while (!this.#isClean()) {
      const sent = this.#written;
      const save = this.#nextSave;
      this.#nextSave += 1;
      // Stored for a retry, too: each attempt has its own number.
      this.#keep();
      this.#given.onStatus({ is: 'saving' });
      try {
        const saved = await this.#given.save({ ...this.#of, ...sent, save });
        this.#saved = sent;
        this.#tries = 0;
        this.#answer = saved;
        this.#given.onSaved(saved);
      } catch (error) {
        this.#fail(error);
        return;
      }
    }
    this.#settle();
  }

  #keep(): void {
    storeEdit(this.#given.draftId, { ...this.#of, ...this.#written, save: this.#nextSave });
  }

  #settle(): void {
    forgetEdit(this.#given.draftId, this.#of.editing);
    this.#given.onStatus({ is: 'saved' });
  }

  #fail(error: unknown): void {
    if (error instanceof ApiProblem && !mayPass(error.kind)) {
      this.#isRefused = true;
      this.#given.onStatus({ is: 'refused', message: messageOf(error) });
      return;
    }
    this.#given.onStatus({ is: 'unreachable' });
    this.#tries += 1;
    this.#wait(Math.min(MAX_RETRY_MS, (this.#given.retryMs ?? RETRY_MS) * 2 ** (this.#tries - 1)));
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }

  #isClean(): boolean {
    return this.#saved?.text === this.#written.text && this.#saved.title === this.#written.title;
  }
}

/** Whether the problem may be temporary. */
function mayPass(kind: ApiProblem['kind']): boolean {
  if (kind === 'unreachable' || kind === 'internal') return true;
  return errorKinds[kind].remedy === 'retry' || errorKinds[kind].remedy === 'sign-in';
}
