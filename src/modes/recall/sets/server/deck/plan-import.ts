import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { RecallTables } from '../../../storage/server/tables.ts';
import { deckInSteps, type DeckFile } from '../../domain/deck/read-deck.ts';
import type { PastedPoint } from '../../domain/paste/read-paste.ts';
import { pointKey } from '../../domain/same-words.ts';
import { levelsOf, pathOfSet } from '../../domain/set-path.ts';
import { type BrokenLine, type DeckChoices, MAX_POINTS_PER_SET } from '../../protocol.ts';
import { existingKeys } from '../subject.ts';

/** What a file adds to one set. */
export interface PlannedSet {
  readonly title: string;
  /** Null for a new one. */
  readonly setId: string | null;
  readonly points: readonly PastedPoint[];
  /** The number of points that the set has already. */
  readonly known: number;
}

export interface Plan extends Pick<DeckFile, 'kind' | 'table'> {
  readonly sets: readonly PlannedSet[];
  readonly left: readonly BrokenLine[];
}

export interface GivenDeck {
  readonly person: string;
  readonly text: string;
  /** Of the file. */
  readonly name: string;
  readonly title: string | undefined;
  readonly choices: DeckChoices;
}

const MAX_TITLE = 200;
const MAX_QUOTED = 80;
/** Points compared before the event loop is yielded. */
const POINTS_AT_ONCE = 2_000;

/** Reads a file, and compares it with the sets of the same names. */
export async function planImport(db: Kysely<RecallTables>, given: GivenDeck): Promise<Plan> {
  const { kind, table, decks, left } = await readWhileOthersGo(given);
  const there = await setsByTitle(db, given.person);
  const byTitle = new Map<string, PastedPoint[]>();
  for (const deck of decks) {
    const title = given.title ?? titleOf(deck.title, given.name);
    const points = byTitle.get(title) ?? [];
    byTitle.set(title, points);
    for (const point of deck.points) points.push(point);
  }
  const skipped = [...left];
  const sets: PlannedSet[] = [];
  for (const [title, points] of byTitle) {
    const setId = there.get(title) ?? null;
    const held = setId === null ? new Set<string>() : await existingKeys(db, { person: given.person, setId });
    const room = MAX_POINTS_PER_SET - held.size;
    const fresh: PastedPoint[] = [];
    let known = 0;
    for (const [index, point] of points.entries()) {
      if (index % POINTS_AT_ONCE === POINTS_AT_ONCE - 1) await setImmediate();
      const isHeld = held.has(pointKey(point));
      if (isHeld) known += 1;
      if (!isHeld && fresh.length < room) fresh.push(point);
      else
        skipped.push({
          line: point.line,
          text: quoted(point),
          message: isHeld ? 'The set has it already.' : `A set holds at most ${MAX_POINTS_PER_SET} points.`,
        });
    }
    if (points.length > 0) sets.push({ title, setId, points: fresh, known });
  }
  return { kind, table, sets, left: skipped.toSorted((one, other) => one.line - other.line) };
}

function quoted({ question, text }: PastedPoint): string {
  const words = question ?? text;
  return words.length > MAX_QUOTED ? `${words.slice(0, MAX_QUOTED).toWellFormed()}…` : words;
}

async function readWhileOthersGo({ text, name, choices }: GivenDeck): Promise<DeckFile> {
  const steps = deckInSteps(text, { name, choices });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}

function titleOf(deck: string, file: string): string {
  const named = deck === '' ? file.replace(/\.[a-z\d]{1,8}$/iu, '') : deck;
  // The marks are refused in names.
  const plain = levelsOf(named.replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/\s+/gu, ' ')).join('::');
  return plain.slice(0, MAX_TITLE).toWellFormed().trim() || 'Imported';
}

/** The person's sets by their whole names; of several with one name the first. */
async function setsByTitle(db: Kysely<RecallTables>, person: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('recall_sets')
    .select(['id', 'title', 'folder'])
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [pathOfSet(row), row.id]));
}

/** An Anki package, or another archive. */
export function refuseArchive([first, second]: Uint8Array): void {
  if (first === 0x50 && second === 0x4b)
    throw new AppError(
      'refused',
      'This is a package and no text. In Anki choose Export, “Notes in Plain Text”, with the deck, tags and HTML, and import that file.',
      { reason: 'not-text' },
    );
}
