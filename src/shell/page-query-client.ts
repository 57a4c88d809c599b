import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * The page's query client. TanStack Query ignores an invalidation of a query whose first answer is awaited, although
 * the server may have written that answer before the change. Such a query is fetched once more after its first answer.
 */
export class PageQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const awaited = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    if (awaited.length > 0) await super.invalidateQueries({ predicate: (query) => awaited.includes(query) }, options);
  }
}
