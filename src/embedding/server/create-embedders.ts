import type { EmbeddingFacts } from '#language-model/domain/embedding-facts.ts';
import type { RunningRoleModels } from '#language-model/server/create-role-models.ts';
import type { RoleEmbedder } from '#language-model/server/role-embedder.ts';

import { type ModelKey, modelKey, readModelKey } from '../domain/model-key.ts';
import type { Embedder, Embedders } from './embedder.ts';

/** Number of texts per request that servers with OpenAI's protocol accept and answer within a second. */
const BATCH = 32;
/** No attempt to embed a query starts later than this, because a person waits for the answer. */
const QUERY_WITHIN_MS = 3_000;
/** Threshold of a model whose calibration was lost in a restart, such as one that is being replaced. */
const FORGOTTEN_THRESHOLD = 0.3;

interface Needs {
  readonly roleModels: Pick<RunningRoleModels, 'embedderOf' | 'embedderFor' | 'assignmentsOf' | 'onChange'>;
  readonly embedded: Embedder & { close(): Promise<void> };
}

/** The embedders of all people: a provider's model by their role `embedder`, or the embedded one, which they share. */
export function createEmbedders({ roleModels, embedded }: Needs): Embedders {
  const thresholds = new Map<string, number>();
  const standIn: Embedder = { ...embedded, isStandIn: true };

  function keep(embedder: Embedder): Embedder {
    thresholds.set(embedder.model.key, embedder.model.threshold);
    return embedder;
  }

  async function of(person: string): Promise<Embedder> {
    const { model, isStandIn } = await roleModels.embedderOf(person);
    if (model?.facts) return keep(embedderOf(model, model.facts));
    return isStandIn ? standIn : embedded;
  }

  async function earlier(person: string, key: string): Promise<Embedder | null> {
    const named = readModelKey(key);
    if (!named) return null;
    const assignments = await roleModels.assignmentsOf(person);
    const assignment = assignments.assignmentFor('embedder', choiceOf(named, thresholds.get(key)));
    const model = roleModels.embedderFor(person, assignment);
    const embedder = model?.facts ? embedderOf(model, model.facts) : null;
    // The address may have changed since the vectors were made.
    return embedder?.model.key === key ? embedder : null;
  }

  return {
    of,
    async ofModel(person, key) {
      if (key === embedded.model.key) return embedded;
      const current = await of(person);
      return current.model.key === key ? current : await earlier(person, key);
    },
    onChange: (listener) => roleModels.onChange(listener),
    close: () => embedded.close(),
  };
}

function choiceOf({ model, dimension }: ModelKey, threshold = FORGOTTEN_THRESHOLD) {
  return { provider: 'openai' as const, model, maxTokens: 16, embedding: { dimension, threshold } };
}

function embedderOf(model: RoleEmbedder, facts: EmbeddingFacts): Embedder {
  return {
    model: {
      ...facts,
      key: modelKey({ endpoint: model.endpoint, model: model.model, dimension: facts.dimension }),
      name: model.name,
    },
    isEmbedded: false,
    isStandIn: false,
    batchSize: BATCH,
    async embed(texts, kind, signal) {
      const withinMs = kind === 'query' ? QUERY_WITHIN_MS : undefined;
      return (await model.embed(texts, { signal, withinMs })).vectors;
    },
  };
}
