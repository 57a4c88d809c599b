import path from 'node:path';

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Puts all that `page` imports statically into one file: compressed, a hundred small ones are 30 kB larger. What one of
 * the `others` imports too stays outside, so that it loads nothing of the page. `page` itself stays outside as well: it
 * waits for parts that need this file.
 */
export function firstLoad(page: string, others: readonly string[]) {
  let own: ReadonlySet<string> | undefined;
  let shared: ReadonlySet<string> | undefined;
  return {
    debugName: 'first',
    // Apart from what is imported and not used.
    tags: ['$initial' as const],
    // Nothing that stays outside imports this file, so no circle arises.
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
  // A set is iterated with what is added meanwhile.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
