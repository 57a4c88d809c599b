import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';

import {
  addDocuments,
  type Arm,
  embedTexts,
  type EvaluationLibrary,
  hybridArm,
  keywordArm,
  textsToEmbed,
  vectorArm,
} from '#library/retrieval-evaluation/server/evaluation-library.ts';
import {
  measureArm,
  type MeasuredArm,
  type MeasuredQuery,
  summaryOf,
} from '#library/retrieval-evaluation/server/measure-arm.ts';

import { type CommandCall, UsageError } from '../../command.ts';
import { configuredEmbedder } from '../configured-embedder.ts';
import { createProgress } from '../progress.ts';
import { asTable, count, roundedFigures, tell } from '../running/figures.ts';
import { requireResultsPath } from '../running/files.ts';
import { type Collection, readCollection } from './read-collection.ts';
import { openTemporaryLibrary } from './temporary-library.ts';

/** The embedded embedder reads three passages a second: more of them would take over four hours. */
const MAX_EMBEDDED_PASSAGES = 50_000;

type ArmName = 'keyword' | 'vector' | 'hybrid';
type Results = ReadonlyMap<ArmName, readonly MeasuredQuery[]>;

/** Measures how well the library finds the documents that answer the queries of a collection, and prints the figures. */
export async function run({ positionals, flags, environment }: CommandCall): Promise<void> {
  const { data, out, json } = flags;
  if (typeof data !== 'string' || positionals.length > 0)
    throw new UsageError('Usage: warren eval retrieval --data FOLDER [--json] [--out FILE]');
  if (typeof out === 'string') await requireOutside(out, data);
  const collection = await readCollection(data);
  const configured = await configuredEmbedder(environment);
  const temporary = await openTemporaryLibrary(configured.embedder);
  try {
    const results = await measure(temporary.library, collection);
    if (typeof out === 'string') await writeResults(out, results);
    const arms = Object.fromEntries([...results].map(([name, measured]) => [name, summaryOf(measured)]));
    const { documents, queries } = collection;
    process.stdout.write(
      json === true
        ? `${JSON.stringify({ documents: documents.length, queries: queries.length, arms: rounded(arms) })}\n`
        : `${table(arms)}\n`,
    );
  } finally {
    await temporary.close();
    await configured.close();
  }
}

async function requireOutside(out: string, data: string): Promise<void> {
  for (const name of ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'])
    await requireResultsPath(out, path.join(data, name));
  const found = await stat(data).catch(() => null);
  if (found && !found.isDirectory()) throw new Error(`${data} is no folder. A collection is a folder of files.`);
}

async function measure(library: EvaluationLibrary, collection: Collection): Promise<Results> {
  const { documents, queries } = collection;
  tell(`${count(documents.length)} documents, ${count(queries.length)} queries`);
  await inSteps('Adding documents', documents.length, (at) => addDocuments(library, documents, at));
  const results = new Map<ArmName, readonly MeasuredQuery[]>();
  const ask = async (name: ArmName, arm: Arm) => {
    const asked = await inSteps(`Asking by ${name}`, queries.length, (onProgress) =>
      measureArm(arm, { ...collection, onProgress }),
    );
    results.set(name, asked);
  };
  await ask('keyword', keywordArm(library));
  const texts = await textsToEmbed(library);
  const { embedder } = library;
  if (embedder.isEmbedded && texts.size > MAX_EMBEDDED_PASSAGES) {
    tell(`${embedder.model.name} would read ${count(texts.size)} passages for hours: only words were measured.`);
    return results;
  }
  await inSteps(`Embedding passages with ${embedder.model.name}`, texts.size, (at) => embedTexts(library, texts, at));
  await ask('vector', vectorArm(library));
  await ask('hybrid', hybridArm(library));
  return results;
}

async function inSteps<Result>(
  what: string,
  total: number,
  work: (onProgress: (done: number) => void) => Promise<Result>,
): Promise<Result> {
  tell(`${what}: ${count(total)}`);
  const progress = createProgress(total, process.stderr);
  try {
    return await work((done) => progress.at(done));
  } finally {
    progress.end();
  }
}

/** One line per query, with the figures and the ten answers of each arm. */
async function writeResults(file: string, results: Results): Promise<void> {
  const stream = createWriteStream(file);
  const [first = []] = results.values();
  for (const [index, { query }] of first.entries()) {
    const arms = Object.fromEntries(
      [...results].map(([name, measured]) => {
        const { ranking = [], ndcg10 = 0, recall10 = 0, mrr10 = 0, milliseconds = 0 } = measured[index] ?? {};
        return [name, { ...roundedFigures({ ndcg10, recall10, mrr10, milliseconds }), ranking }];
      }),
    );
    stream.write(`${JSON.stringify({ id: query, arms })}\n`);
  }
  stream.end();
  await finished(stream);
}

function rounded(arms: Readonly<Record<string, MeasuredArm>>): Record<string, Record<string, number | null>> {
  return Object.fromEntries(Object.entries(arms).map(([name, { ...figures }]) => [name, roundedFigures(figures)]));
}

function table(arms: Readonly<Record<string, MeasuredArm>>): string {
  const lines = Object.entries(arms).map(([name, { ndcg10, recall10, mrr10, msPerQuery }]) => [
    name,
    ...[ndcg10, recall10, mrr10].map((figure) => figure.toFixed(3)),
    msPerQuery.toFixed(1),
  ]);
  return asTable([['', 'nDCG@10', 'recall@10', 'MRR@10', 'ms per query'], ...lines]);
}
