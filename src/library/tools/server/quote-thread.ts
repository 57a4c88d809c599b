import type { NearQuotation } from '#text/domain/near-quotation.ts';
import type { Stronger } from '#text/domain/strength/stronger.ts';
import type { TextRange } from '#text/domain/text-range.ts';
import { AnsweringThread } from '#worker-thread/server/answering-thread.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';
import { Turns } from '#worker-thread/server/turns.ts';

export interface QuoteQuestion {
  readonly content: string;
  readonly quote: string;
  /** The text that is compared with the sentences of the place. */
  readonly claim: string;
  /** The parts of the content that are searched. */
  readonly regions: readonly TextRange[];
}

/**
 * The place of a quote in a source, and how closely it matches. `in-parts`: its parts occur in order, but the text
 * omitted by “…” may change the meaning.
 */
export type Found =
  | ({ readonly how: 'exact' | 'alike' | 'in-parts' } & TextRange)
  | ({ readonly how: 'near' } & NearQuotation);

export interface QuoteAnswer {
  readonly found: Found;
  readonly stronger: Stronger | null;
}

const WORKER = programBeside(import.meta, 'quote-worker');

/** Compares quotes with sources in a worker thread, so that nothing else waits for it. */
export class QuoteThread {
  readonly #thread = new AnsweringThread<QuoteQuestion, QuoteAnswer | null>(WORKER, { name: 'quotes' });
  readonly #turns = new Turns(1);

  /** Runs one check after another, in turns between people. */
  inTurn<Result>(person: string, check: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(person, check);
  }

  compare(question: QuoteQuestion): Promise<QuoteAnswer | null> {
    return this.#thread.ask(question);
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}
