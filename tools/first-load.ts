import path from 'node:path';

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Bundles everything that `page` imports statically into one file: compressed, a hundred small files are 30 kB larger.
 * Modules that one of the `others` also imports stay outside, so that those entries load nothing else of the page.
 * `page` itself stays outside too, because it waits for parts that need this file.
 */
export function firstLoad(page: string, others: readonly string[]) {
  let own: ReadonlySet<string> | undefined;
  let shared: ReadonlySet<string> | undefined;
  return {
    debugName: 'first',
    // Leaves out modules that are imported and not used.
    tags: ['$initial' as const],
    // No module outside imports this file, so this creates no cycle.
    includeDependenciesRecursively: false,
    name(id: string, graph: Graph) {
      own ??= importedBy(graph, [page]);
      shared ??= importedBy(graph, others).add(path.resolve(page));
      return own.has(id) && !shared.has(id) ? 'first' : null;
    },
  };
}

function importedBy(graph: Graph, entries: readonly string[]): Set<string> {
  const found = new Set(entries.map((entry) => path.resolve(entry)));
  // The iteration of a set includes elements added during it.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
