import type { Clause, Reading } from '#text/domain/words.ts';

/** Content words after a negator, within its clause, that it denies. */
const REACH = 2;

/** Stems denied in the given clauses. `not only` denies nothing. */
export function deniedStems(reading: Reading, clauses: readonly Clause[]): ReadonlySet<string> {
  const denied = new Set<string>();
  if (!reading.hasNegator) return denied;
  for (const clause of clauses) {
    let left = 0;
    for (let index = clause.from; index < clause.to; index += 1) {
      const word = reading.words[index];
      if (!word) continue;
      if (word.isNegator) {
        left = left > 0 || reading.words[index + 1]?.form === 'only' ? 0 : REACH;
      } else if (word.isContent && left > 0) {
        denied.add(word.stem);
        left -= 1;
      }
    }
  }
  return denied;
}

/** Whether the clauses contain an odd number of denials: `it is not true that it does not` denies nothing. */
export function isDenied(reading: Reading, clauses: readonly Clause[]): boolean {
  if (!reading.hasNegator) return false;
  let count = 0;
  for (const clause of clauses) {
    for (let index = clause.from; index < clause.to; index += 1) {
      if (reading.words[index]?.isNegator && reading.words[index + 1]?.form !== 'only') count += 1;
    }
  }
  return count % 2 === 1;
}
