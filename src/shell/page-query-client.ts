import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * The page's query client. TanStack Query ignores an invalidation of a query whose first answer is awaited, although
 * the server may have written that answer before the change. Such a query is fetched once more after its first answer.
 */
export class PageQueryClient extends QueryClient {
  /** The queries that a change overtook during their first fetch. */
  readonly #overtaken = new Set<unknown>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const awaited = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined && !this.#overtaken.has(query));
    for (const query of awaited) this.#overtaken.add(query);
    await super.invalidateQueries(filters, options);
    for (const query of awaited) this.#overtaken.delete(query);
    const answered = awaited.filter((query) => query.state.data !== undefined);
    if (answered.length > 0)
      await super.invalidateQueries(
        { ...filters, predicate: (query) => answered.some((one) => one === query) },
        options,
      );
  }
}
