/** A query of React Query, without its type parameters for keys and errors. */
export interface PageQuery<Data> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: () => Promise<Data>;
  readonly staleTime?: number;
}
