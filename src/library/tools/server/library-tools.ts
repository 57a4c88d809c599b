import type { Tool } from '#wire/tool.ts';

import { checkQuote } from './check-quote.ts';
import type { LibraryToolDependencies } from './dependencies.ts';
import { keepSource } from './keep-source.ts';
import { listBuckets } from './list-buckets.ts';
import { readSource } from './read-source.ts';
import { searchLibrary } from './search-library.ts';

export function libraryTools(dependencies: LibraryToolDependencies): readonly Tool[] {
  return [searchLibrary, readSource, listBuckets, checkQuote, keepSource].map((create) => create(dependencies));
}
