import path from 'node:path';

import { createEmbedders } from '#embedding/server/create-embedders.ts';
import { createEmbeddedEmbedder } from '#platform/embedding/embedded/embedded-embedder.ts';

import { type Collection, measuresOf, readCollection } from './collection.ts';
import { withFirstPerson } from './first-person.ts';
import { type Measure, openResults, tell } from './rows.ts';
import { type Arm, openTemporaryLibrary } from './temporary-library.ts';

const DEPTH = 10;

/** Measures how well the library finds the documents that answer the queries of a collection, by each arm. */
export const measure: Measure = async ({ data, out, environment }) => {
  const collection = await readCollection(data);
  const { documents, queries } = collection;
  const files = ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'];
  const add = openResults(out, ...files.map((name) => path.join(data, name)));
  return withFirstPerson(environment, async (first) => {
    tell(`${documents.length} documents, ${queries.length} queries`);
    const embedded = createEmbeddedEmbedder();
    const embedders = first && createEmbedders({ roleModels: first.roleModels, embedded });
    const embedder = first && embedders ? await embedders.of(first.id) : embedded;
    const library = await openTemporaryLibrary(embedder);
    try {
      await library.add(documents);
      const asked = new Map([['keyword', await ask(library.keyword, collection)]]);
      if (await library.embed())
        asked.set('vector', await ask(library.vector, collection)).set('hybrid', await ask(library.hybrid, collection));
      for (const [index, { _id: id }] of queries.entries())
        add({ id, arms: Object.fromEntries([...asked].map(([name, rows]) => [name, rows[index]])) });
      const arms = Object.fromEntries([...asked].map(([name, rows]) => [name, meanOf(rows)]));
      return { documents: documents.length, queries: queries.length, arms };
    } finally {
      await library.close();
      await (embedders ?? embedded).close();
    }
  });
};

/** The results of an arm for each query. A query that is a document never finds itself. */
async function ask(arm: Arm, { queries, judgements }: Collection) {
  const asked = [];
  for (const { _id, text } of queries) {
    const begun = performance.now();
    const found = await arm(text, DEPTH + 1);
    const milliseconds = performance.now() - begun;
    const ranking = found.filter((document) => document !== _id).slice(0, DEPTH);
    asked.push({ ...measuresOf(ranking, judgements.get(_id) ?? new Map()), milliseconds, ranking });
  }
  return asked;
}

function meanOf(asked: Awaited<ReturnType<typeof ask>>) {
  const mean = (name: 'ndcg10' | 'recall10' | 'mrr10' | 'milliseconds') =>
    asked.reduce((sum, each) => sum + each[name], 0) / asked.length;
  return { ndcg10: mean('ndcg10'), recall10: mean('recall10'), mrr10: mean('mrr10'), msPerQuery: mean('milliseconds') };
}
