import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { LabelledDataError } from '#kernel/labelled-lines.ts';
import {
  type CollectionDocument,
  type CollectionQuery,
  type Judgements,
  judgementsOf,
  readDocument,
  readJudgement,
  readQuery,
} from '#library/retrieval-evaluation/domain/collection.ts';

export interface Collection {
  readonly documents: readonly CollectionDocument[];
  /** Those that a document answers, in the order of the judgements. */
  readonly queries: readonly CollectionQuery[];
  readonly judgements: Judgements;
}

/** Reads a collection in the format of BEIR. Rejects with the file and line that are wrong. */
export async function readCollection(folder: string): Promise<Collection> {
  const judged = path.join(folder, 'qrels', 'test.tsv');
  const [, ...rows] = await readLines(judged, (line, number) => (number === 1 ? null : readJudgement(line)));
  const judgements = judgementsOf(rows.filter((row) => row !== null));
  if (judgements.size === 0) throw new Error(`${judged} names no document that answers a query.`);
  const asked = path.join(folder, 'queries.jsonl');
  const texts = new Map((await readLines(asked, readQuery)).map((query) => [query._id, query]));
  const queries = [...judgements.keys()].map((id) => {
    const query = texts.get(id);
    if (!query) throw new Error(`${judged} names the query "${id}", which is not in ${asked}.`);
    return query;
  });
  const corpus = path.join(folder, 'corpus.jsonl');
  const documents = await readLines(corpus, readDocument);
  if (documents.length === 0) throw new Error(`There is no document in ${corpus}.`);
  const ids = new Set(documents.map(({ _id }) => _id));
  if (ids.size < documents.length) throw new Error(`${corpus} has an id twice: "${firstTwice(documents)}".`);
  return { documents, queries, judgements };
}

function firstTwice(documents: readonly CollectionDocument[]): string {
  const seen = new Set<string>();
  return documents.find(({ _id }) => seen.size === seen.add(_id).size)?._id ?? '';
}

/** One row per line that is not empty, without reading the file at once: collections have hundreds of megabytes. */
async function readLines<Row>(file: string, read: (line: string, number: number) => Row): Promise<Row[]> {
  const rows: Row[] = [];
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
      number += 1;
      const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
      if (text.trim() !== '') rows.push(read(text, number));
    }
  } catch (error) {
    if (error instanceof LabelledDataError) throw new Error(`${file}, line ${number}: ${error.message}.`);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new Error(
        `There is no file ${file}. A collection is a folder with corpus.jsonl, queries.jsonl and qrels/test.tsv.`,
      );
    throw new Error(`${file} cannot be read: ${message}`);
  }
  return rows;
}
