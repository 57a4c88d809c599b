import { createEmbedders } from '#embedding/server/create-embedders.ts';
import type { Embedder } from '#embedding/server/embedder.ts';
import { createEmbeddedEmbedder } from '#platform/embedding/embedded/embedded-embedder.ts';

import { openFirstPerson } from './first-person.ts';

interface ConfiguredEmbedder {
  readonly embedder: Embedder;
  close(): Promise<void>;
}

/** The embedder that the first person's settings select. */
export async function configuredEmbedder(environment: NodeJS.ProcessEnv): Promise<ConfiguredEmbedder> {
  const embedded = createEmbeddedEmbedder();
  const first = await openFirstPerson(environment);
  if (!first) return { embedder: embedded, close: () => embedded.close() };
  const embedders = createEmbedders({ roleModels: first.roleModels, embedded });
  return {
    embedder: await embedders.of(first.person),
    async close() {
      await embedders.close();
      await first.close();
    },
  };
}
