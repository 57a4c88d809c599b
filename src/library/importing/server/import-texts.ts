import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { z } from 'zod';

import { isBlank } from '#kernel/clean-text.ts';

import { type LibraryProblem, MAX_CONTENT, MAX_TAGS } from '../../storage/protocol.ts';
import { isDocument } from '../domain/imported.ts';
import type { importBatch, ImportResult } from '../protocol.ts';
import { type FileToImport, type ImportDependencies, writeImported } from './write-imported.ts';

type Batch = z.output<typeof importBatch>;
/** Characters of the files per transaction: few, so that other writers need not wait long. */
const LENGTH_AT_ONCE = 20_000;
const FILES_AT_ONCE = 10;

/** Adds text files, or updates the sources of earlier imports of them. */
export async function importTexts(
  dependencies: ImportDependencies,
  person: string,
  { run, name, bucket, kind, files }: Batch,
): Promise<ImportResult[]> {
  const results: ImportResult[] = [];
  for (let rest = files; rest.length > 0;) {
    const part: FileToImport[] = [];
    for (let length = 0; length < LENGTH_AT_ONCE && part.length < Math.min(FILES_AT_ONCE, rest.length);) {
      const file = rest[part.length] as Batch['files'][number];
      part.push(await readFile(dependencies, person, { ...file, kind }));
      length += file.text.length;
    }
    rest = rest.slice(part.length);
    const given = { person, run, name, at: dependencies.now() };
    results.push(
      ...(await dependencies.database.write((trx) =>
        writeImported(trx, dependencies, { run: given, bucket, files: part }),
      )),
    );
  }
  if (results.some(({ outcome }) => outcome === 'added' || outcome === 'updated')) dependencies.notify(person, []);
  return results;
}

async function readFile(
  { texts, importThread }: ImportDependencies,
  person: string,
  { kind, ...file }: Batch['files'][number] & Pick<Batch, 'kind'>,
): Promise<FileToImport> {
  const { path, text, modifiedAt } = file;
  const read = await importThread.read(person, file);
  await setImmediate();
  const { title, content, url, author, createdAt, createdOn } = read;
  const lists = { aliases: JSON.stringify(read.aliases), left_out: JSON.stringify(read.leftOut) };
  return {
    path,
    modifiedAt,
    hash: createHash('sha256').update(text).digest('hex'),
    problem: problemOf(content, text),
    facts: await texts.factsOf(person, content),
    added: {
      kind: kind ?? read.kind,
      title,
      url,
      content,
      state: 'read',
      tags: JSON.stringify(read.tags),
      author,
      created_on: createdOn,
      ...(createdAt !== null && { created_at: createdAt }),
      ...lists,
    },
    changed: (there) => ({
      title,
      content,
      // The person's own tags remain.
      tags: JSON.stringify([...new Set([...(JSON.parse(there.tags) as string[]), ...read.tags])].slice(0, MAX_TAGS)),
      author: author ?? there.author,
      url: url ?? there.url,
      created_at: createdAt ?? there.created_at,
      created_on: createdAt === null ? there.created_on : createdOn,
      ...lists,
    }),
  };
}

function problemOf(content: string, text: string): LibraryProblem | null {
  if (isDocument(text))
    return { message: 'It is a PDF or RTF, and not a text.', remedy: 'Name it .pdf or .rtf, and add it again.' };
  if (isBlank(content)) return { message: 'It is empty.', remedy: '' };
  if (content.length <= MAX_CONTENT) return null;
  return { message: 'It has more than 10 million characters.', remedy: 'Divide it into several files.' };
}
