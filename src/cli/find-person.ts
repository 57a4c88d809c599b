import type { Person } from '#account/server/people.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { AppError } from '#wire/error-kind.ts';

/** The person of that name, or the only one. Throws an AppError that lists them if the name is needed or unknown. */
export async function findPerson(store: Database<object>, name: unknown): Promise<Person> {
  const people = await tablesOf<AccountTables>(store)
    .read.selectFrom('people')
    .select(['id', 'name'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const found = typeof name === 'string' ? people.filter((person) => person.name === name) : people;
  const [person, ...others] = found;
  if (person && others.length === 0) return person;
  if (people.length === 0) throw new AppError('refused', 'There is nobody here yet. Start Warren once.');
  const names = people.map((each) => each.name).join(', ');
  throw new AppError(
    'refused',
    typeof name === 'string'
      ? `There is no person named ${name}. There are: ${names}.`
      : `There are several people: ${names}. Add --person NAME.`,
    { field: 'person' },
  );
}
