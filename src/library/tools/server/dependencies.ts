import type { SearchDependencies } from '../../search/server/find-sources.ts';
import type { InTurn } from '../../search/server/search-turns.ts';
import type { LibraryDependencies } from '../../storage/server/dependencies.ts';
import type { QuoteThread } from './quote-thread.ts';

export interface LibraryToolDependencies extends LibraryDependencies {
  /** The search of the page, and its queue. */
  readonly search: SearchDependencies & { readonly inTurn: InTurn };
  readonly quotes: QuoteThread;
}
