import type { Kysely } from 'kysely';
import { stringify } from 'yaml';
import { z } from 'zod';

import { jsonArray } from '#person-data/domain/json-line.ts';
import type { ExportFiles } from '#person-data/server/export-files.ts';
import type { ExportedPerson, PersonData, PersonTable, Row, StoredFiles } from '#person-data/server/person-data.ts';
import { rowsOf } from '#person-data/server/rows.ts';
import { json, text } from '#person-data/server/stored-values.ts';
import { safeFileName } from '#text/domain/safe-file-name.ts';

import {
  bucketColor,
  highlightColor,
  libraryProblem,
  MAX_CONTENT,
  sourceKind,
  sourceOrigin,
  sourceState,
} from '../storage/protocol.ts';
import type { LibraryTables } from '../storage/server/tables.ts';
import { WEB } from '../storage/server/unreadable-sources.ts';

const buckets: PersonTable = { key: ['position', 'id'], values: { color: bucketColor }, names: ['name'] };
const language = z.string().regex(/^[a-z]{2,3}$/, 'it is no code of a language');
const words = json(z.array(z.string()));
const sources: PersonTable = {
  key: ['id'],
  rowsAtOnce: 10,
  values: {
    kind: sourceKind,
    origin: sourceOrigin,
    state: sourceState,
    url: z.string().regex(WEB, 'it is no address of the web'),
    content: text(MAX_CONTENT),
    tags: words,
    aliases: words,
    left_out: words,
    problem: json(libraryProblem),
    language,
    created_on: z.iso.date(),
  },
  // A title from the web or a file is exported unchanged.
  names: ({ origin }) => (origin === 'web' || origin === 'file' ? [] : ['title']),
};

/** One folder per source, so that no file has to be renamed because of another source. */
const fileOf = (row: Row): string =>
  `library/files/${String(row['source_id'])}/${safeFileName(String(row['name']), 'file')}`;

const files: StoredFiles = {
  nameOf: ({ name, source_id: id }) =>
    name === undefined ? `the file of source ${String(id)}` : `the file "${String(name)}"`,
  /** The source stores the hash of a file that was added directly. */
  async hashOf(read, { source_id: id = null }) {
    const source = await (read as unknown as Kysely<LibraryTables>)
      .selectFrom('sources')
      .select('import_hash')
      .where('id', '=', String(id))
      .where('origin', '=', 'file')
      .where('import_key', 'is', null)
      .executeTakeFirst();
    return source?.import_hash ?? null;
  },
};

export const libraryData: PersonData = {
  tables: {
    buckets,
    sources,
    source_files: {
      key: ['source_id'],
      rowsAtOnce: 1,
      values: { media_type: z.string().regex(/^[ -~]{0,200}$/, 'it is no type of a file') },
      fileOf,
      files,
    },
    highlights: { key: ['id'], values: { color: highlightColor } },
    source_links: { key: ['source_id', 'target_key'] },
    // The index of words identifies it by the row.
    waiting_texts: { key: ['source_id'] },
    passages: {
      key: ['source_id', 'number', 'id'],
      leftOut: { row: null },
      values: { text: text(MAX_CONTENT), language },
    },
    import_changes: {
      key: ['run', 'item_id'],
      values: { item: z.enum(['source', 'bucket']), before: json(z.looseObject({})) },
    },
  } satisfies Record<string, PersonTable>,
  leftOut: {
    passage_vectors: 'computed from the passages',
    source_readings: 'readings under way',
    word_people: 'part of the index of words, which is computed from the passages',
    word_units: 'part of the index of words',
    word_forms: 'part of the index of words',
    word_postings: 'part of the index of words',
  },
  async writeFiles(files, of) {
    const { read, person } = of;
    const named = new Map<string, string>();
    await files.write('library/buckets.json', jsonArray(listed()));
    await writeSources(files, of, named);

    async function* listed() {
      for await (const row of rowsOf(read, { name: 'buckets', table: buckets, person })) {
        named.set(String(row['id']), String(row['name']));
        if (row['deleted_at'] === null) yield { id: row['id'], name: row['name'], description: row['description'] };
      }
    }
  },
};

async function writeSources(
  files: ExportFiles,
  { read, person }: ExportedPerson,
  buckets: ReadonlyMap<string, string>,
): Promise<void> {
  for await (const row of rowsOf(read, { name: 'sources', table: sources, person })) {
    const [file] = await read
      .selectFrom('source_files')
      .select(['source_id', 'name'])
      .where('person_id', '=', person)
      .where('source_id', '=', row['id'] as string)
      .execute();
    const highlights = await read
      .selectFrom('highlights')
      .select(['quote', 'color', 'note'])
      .where('person_id', '=', person)
      .where('source_id', '=', row['id'] as string)
      .where('deleted_at', 'is', null)
      .orderBy('start_offset')
      .orderBy('id')
      .execute();
    const front = {
      id: row['id'],
      title: row['title'],
      kind: row['kind'],
      ...given('url', row['url']),
      ...given('author', row['author']),
      ...given('site', row['site']),
      ...given('kept by', row['kept_by']),
      ...given('bucket', buckets.get(String(row['bucket_id'])) ?? null),
      tags: JSON.parse(String(row['tags'])) as string[],
      created: row['created_on'] ?? when(row['created_at']),
      added: when(row['added_at']),
      ...given('archived', when(row['archived_at'])),
      ...given('deleted', when(row['deleted_at'])),
      ...leftOut(row['left_out']),
      ...(highlights.length > 0 && { highlights: highlights.map(highlighted) }),
      ...given('file', file ? fileOf(file).replace(/^library\//, '') : null),
    };
    const text = `---\n${stringify(front)}---\n\n${String(row['content'])}\n`;
    await files.write(files.names.next('library', String(row['title']), '.md'), [text]);
  }
}

const given = (name: string, value: Row[string] | undefined) =>
  value === null || value === undefined ? {} : { [name]: value };

const highlighted = ({ quote, color, note }: Row) => ({ words: quote, color, ...(note !== '' && { note }) });

const leftOut = (list: Row[string] | undefined) =>
  list === '[]' ? {} : { 'left out': JSON.parse(String(list)) as string[] };

const when = (at: Row[string] | undefined): string | null =>
  typeof at === 'number' ? new Date(at).toISOString() : null;
