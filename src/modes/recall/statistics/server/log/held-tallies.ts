import type { Database } from '#session/server/database.ts';

import type { RecallPreferences } from '../../../server/dependencies.ts';
import type { RecallTables } from '../../../server/tables.ts';
import { addToTally, type Tally } from '../../domain/reviews/tally.ts';
import { eachHistory } from './histories.ts';
import { type Changes, changesBetween, readExtent, type ReviewExtent } from './review-extent.ts';

const MOST_PEOPLE = 20;

interface Tallied {
  readonly preferences: RecallPreferences;
  /** From when on reviews are tallied. */
  readonly since: number;
}

interface HeldTally {
  readonly tally: Tally;
  readonly extent: ReviewExtent;
  /** What it was tallied by, as one text. */
  readonly settings: string;
  /** Nothing was reviewed while it was made: it holds just what its extent says. */
  readonly isSound: boolean;
}
export type TallyOf = (person: string, of: Tallied) => Promise<Pick<HeldTally, 'tally' | 'extent'>>;

/**
 * The tally of a person's log. It is kept, and what has been reviewed or disputed since is put in its place: all other
 * points stay as they were tallied. What is given is not to be changed.
 */
export function holdTallies(database: Database<RecallTables>): TallyOf {
  const held = new Map<string, Promise<HeldTally>>();
  return (person, of) => {
    // One after the other: whoever asks meanwhile has the same.
    const before = held.get(person)?.catch(() => null);
    const tally = Promise.resolve(before).then((known) =>
      bringUpToDate(database, { person, of, known: known ?? null }),
    );
    held.delete(person);
    held.set(person, tally);
    const [oldest] = held.keys();
    if (held.size > MOST_PEOPLE && oldest !== undefined) held.delete(oldest);
    return tally;
  };
}

interface Asked {
  readonly person: string;
  readonly of: Tallied;
  readonly known: HeldTally | null;
}

async function bringUpToDate(database: Database<RecallTables>, { person, of, known }: Asked): Promise<HeldTally> {
  const extent = await readExtent(database.read, person);
  const settings = JSON.stringify(of);
  const usable = known?.settings === settings ? known : null;
  const changes = usable && changesBetween(usable.extent, extent);
  if (usable && changes?.size === 0) return usable;
  const tally =
    usable?.isSound && changes
      ? await changed(database, usable, { person, of, changes, extent })
      : await makeTally(database, person, of);
  const after = await readExtent(database.read, person);
  return { tally, extent, settings, isSound: changesBetween(extent, after)?.size === 0 };
}

async function makeTally(database: Database<RecallTables>, person: string, of: Tallied): Promise<Tally> {
  const tally: Tally = new Map();
  await eachHistory(database, { person, ...of }, (history) => addToTally(tally, history));
  return tally;
}

/** Takes out what was tallied of the points that have changed, and tallies them anew. */
async function changed(
  database: Database<RecallTables>,
  known: HeldTally,
  to: { person: string; of: Tallied; changes: NonNullable<Changes>; extent: ReviewExtent },
): Promise<Tally> {
  const { person, of, changes, extent } = to;
  const tally: Tally = new Map(Array.from(known.tally, ([day, tallied]) => [day, { ...tallied }]));
  const wanted = { person, ...of, pointIds: [...changes.keys()] };
  const { disputed } = known.extent;
  await eachHistory(database, { ...wanted, disputed, without: changes }, (history) => addToTally(tally, history, -1));
  await eachHistory(database, { ...wanted, disputed: extent.disputed }, (history) => addToTally(tally, history));
  for (const [day, { reviews, spentMs }] of tally) if (reviews === 0 && spentMs === 0) tally.delete(day);
  return tally;
}
