import { createHash } from 'node:crypto';

import type { Transaction } from 'kysely';

import { arePassagesOf } from '../../storage/server/source-filter.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { splitPassages } from '../domain/split-passages.ts';
import { languageOf } from './language.ts';

interface SourceOfPassages {
  readonly person: string;
  readonly sourceId: string;
  /** Of the whole source: passages whose own cannot be told have the same. */
  readonly language: string | null;
}

interface NewPassage {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly hash: string;
}

type Held = Pick<NewPassage, 'number' | 'start' | 'end' | 'hash'> & { readonly row: number };

const ROWS_PER_STATEMENT = 500;
/** Beyond these, passages of one source have its language: telling it takes 0.1 ms each. */
const MAX_LANGUAGES = 1_000;

/**
 * Splits the content of a source and stores what has changed: a passage whose text is the same keeps its id, its row
 * and so its vectors. Call `onTextWritten` afterwards.
 */
export async function writePassages(
  trx: Transaction<LibraryTables>,
  source: SourceOfPassages,
  { content, newId }: { readonly content: string; readonly newId: () => string },
): Promise<void> {
  const unused = Map.groupBy(await readHeld(trx, source), ({ hash }) => hash);
  const fresh: NewPassage[] = [];
  const moves = new Map<string, number[]>();
  for (const passage of passagesOf(content)) {
    const kept = unused.get(passage.hash)?.shift();
    if (!kept) fresh.push(passage);
    else if (kept.number !== passage.number || kept.start !== passage.start) {
      const by = `${passage.number - kept.number} ${passage.start - kept.start}`;
      const moved = moves.get(by) ?? [];
      moves.set(by, moved);
      moved.push(kept.row);
    }
  }
  await remove(trx, source, [...unused.values()].flat());
  await move(trx, source, moves);
  await insert(trx, source, { fresh, newId });
}

function passagesOf(content: string): readonly NewPassage[] {
  return splitPassages(content).map(({ start, end }, index) => {
    const text = content.slice(start, end);
    return { number: index + 1, start, end, text, hash: hashOf(text) };
  });
}

/** The key of a passage's vectors. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

async function readHeld(trx: Transaction<LibraryTables>, { person, sourceId }: SourceOfPassages): Promise<Held[]> {
  return trx
    .selectFrom('passages')
    .select(['row', 'number', 'start_offset as start', 'end_offset as end', 'hash'])
    .where('source_id', '=', sourceId)
    .where('person_id', '=', person)
    .orderBy('number')
    .execute();
}

async function remove(
  trx: Transaction<LibraryTables>,
  { person }: SourceOfPassages,
  gone: readonly Held[],
): Promise<void> {
  for (const rows of inParts(gone.map(({ row }) => row)))
    await trx.deleteFrom('passages').where(arePassagesOf(person)).where('row', 'in', rows).execute();
}

/** Most passages behind an edit move by the same distance. */
async function move(
  trx: Transaction<LibraryTables>,
  { person }: SourceOfPassages,
  moves: ReadonlyMap<string, readonly number[]>,
): Promise<void> {
  for (const [by, moved] of moves) {
    const [numbers = 0, offsets = 0] = by.split(' ').map(Number);
    for (const rows of inParts(moved))
      await trx
        .updateTable('passages')
        .set((eb) => ({
          number: eb('number', '+', numbers),
          start_offset: eb('start_offset', '+', offsets),
          end_offset: eb('end_offset', '+', offsets),
        }))
        .where(arePassagesOf(person))
        .where('row', 'in', rows)
        .execute();
  }
}

async function insert(
  trx: Transaction<LibraryTables>,
  { person, sourceId, language }: SourceOfPassages,
  { fresh, newId }: { readonly fresh: readonly NewPassage[]; readonly newId: () => string },
): Promise<void> {
  const rows = fresh.map(({ number, start, end, text, hash }, index) => ({
    id: newId(),
    person_id: person,
    source_id: sourceId,
    number,
    start_offset: start,
    end_offset: end,
    text,
    hash,
    language: (index < MAX_LANGUAGES ? languageOf(text) : null) ?? language,
  }));
  for (const part of inParts(rows)) await trx.insertInto('passages').values(part).execute();
}

function inParts<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (let from = 0; from < items.length; from += ROWS_PER_STATEMENT)
    parts.push(items.slice(from, from + ROWS_PER_STATEMENT));
  return parts;
}
