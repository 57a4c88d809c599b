import { writeFile } from 'node:fs/promises';

import type { Kysely } from 'kysely';

import { jsonArray } from '#person-data/domain/json-line.ts';
import { AppError } from '#wire/error-kind.ts';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { setsMarkdown } from '../../domain/deck/deck-markdown.ts';
import { pathOfSet } from '../../domain/set-path.ts';
import type { DeckExport } from '../../protocol.ts';
import { readSetRows } from './read-sets.ts';
import { csvOf, setsOf } from './set-files.ts';
import { writeApkg } from './write-apkg.ts';

interface DeckExportOf {
  /** Reads one snapshot of the database. */
  readonly read: Kysely<RecallTables>;
  readonly person: string;
  readonly preferences: RecallPreferences;
  readonly wanted: DeckExport;
  /** Path of the file, which must not exist yet. */
  readonly target: string;
  /** In ms. */
  readonly now: number;
}

/** Writes sets to a file, with one set in memory at a time. Returns the number of sets; refuses if there are none. */
export async function exportDeck({ read, person, preferences, wanted, target, now }: DeckExportOf): Promise<number> {
  const of = { read, person, points: wanted.points && new Set(wanted.points) };
  const chosen = { sets: wanted.sets, hasDeleted: false };
  const sets = await readSetRows(of, chosen);
  if (sets.length === 0) throw new AppError('refused', 'There is no set to export.', { reason: 'no-set' });
  if (wanted.format === 'apkg') await writeApkg(of, { sets, preferences, target, now });
  else await writeFile(target, textOf(wanted.format, setsOf(of, chosen)), { flag: 'wx', mode: 0o600 });
  return sets.length;
}

function textOf(format: Exclude<DeckExport['format'], 'apkg'>, sets: ReturnType<typeof setsOf>) {
  if (format === 'csv') return csvOf(sets);
  if (format === 'json') return jsonArray(sets);
  return setsMarkdown(named(sets));
}

async function* named(sets: ReturnType<typeof setsOf>) {
  for await (const set of sets) yield { name: pathOfSet(set), points: set.points };
}
