interface WithSource {
  readonly source: { readonly id: string };
}

/**
 * The hits as they stand, with their news, then those that joined. For a list in use: what the person looks at keeps its
 * place.
 */
export function joined<Hit extends WithSource>(shown: readonly Hit[], found: readonly Hit[]): readonly Hit[] {
  const byId = new Map(found.map((hit) => [hit.source.id, hit]));
  const stay = shown.flatMap(({ source: { id } }) => byId.get(id) ?? []);
  const known = new Set(shown.map(({ source }) => source.id));
  return [...stay, ...found.filter(({ source }) => !known.has(source.id))];
}
