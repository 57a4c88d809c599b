import type { Database } from '#database/server/database.ts';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { addToTally, type Tally } from '../../domain/reviews/tally.ts';
import { eachHistory } from './histories.ts';
import { allOf, instantsOf } from './open-reviews.ts';
import { type Changes, changesBetween, leavesOutTheSame, readExtent, type ReviewExtent } from './review-extent.ts';

const MOST_PEOPLE = 20;

interface Tallied {
  readonly preferences: RecallPreferences;
  /** From when on reviews are tallied. */
  readonly since: number;
}

interface HeldTally {
  readonly tally: Tally;
  readonly extent: ReviewExtent;
  /** What it was tallied by, and is for as long as it is held. */
  readonly of: Tallied;
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

async function bringUpToDate(
  database: Database<RecallTables>,
  { person, of: asked, known }: Asked,
): Promise<HeldTally> {
  const extent = await readExtent(database.read, person);
  const usable = known?.isSound && isTalliedBy(known.of, asked) ? known : null;
  const of = usable?.of ?? asked;
  const changes = usable && changesBetween(usable.extent, extent);
  if (usable && changes?.size === 0) return usable;
  const tally =
    usable && changes
      ? await changed(database, usable, { person, changes, extent })
      : await makeTally(database, { person, of, extent });
  const after = await readExtent(database.read, person);
  const isSound = changesBetween(extent, after)?.size === 0 && leavesOutTheSame(extent, after);
  return { tally, extent, of, isSound };
}

/**
 * The same reviews on the same days. Of the other preferences none changes a figure but the retention, and that only of
 * reviews from before each kept its own: these follow once the tally is made anew.
 */
function isTalliedBy(one: Tallied, other: Tallied): boolean {
  const [{ timeZone, dayStartsAt }, { preferences }] = [one.preferences, other];
  return one.since === other.since && timeZone === preferences.timeZone && dayStartsAt === preferences.dayStartsAt;
}

async function makeTally(
  database: Database<RecallTables>,
  { person, of, extent }: { person: string; of: Tallied; extent: ReviewExtent },
): Promise<Tally> {
  const tally: Tally = new Map();
  const { disputed, open } = extent;
  const wanted = { person, ...of, disputed, without: instantsOf(open.values()) };
  await eachHistory(database, wanted, (history) => addToTally(tally, history));
  return tally;
}

/** Takes out what was tallied of the points that have changed, and tallies them anew. */
async function changed(
  database: Database<RecallTables>,
  known: HeldTally,
  { person, changes, extent }: { person: string; changes: NonNullable<Changes>; extent: ReviewExtent },
): Promise<Tally> {
  const tally: Tally = new Map(Array.from(known.tally, ([day, tallied]) => [day, { ...tallied }]));
  const wanted = { person, ...known.of, pointIds: [...changes.keys()] };
  const open = instantsOf(extent.open.values());
  const before = { ...wanted, disputed: known.extent.disputed, without: allOf(changes, open) };
  await eachHistory(database, before, (history) => addToTally(tally, history, -1));
  const after = { ...wanted, disputed: extent.disputed, without: open };
  await eachHistory(database, after, (history) => addToTally(tally, history));
  for (const [day, { reviews, spentMs }] of tally) if (reviews === 0 && spentMs === 0) tally.delete(day);
  return tally;
}
