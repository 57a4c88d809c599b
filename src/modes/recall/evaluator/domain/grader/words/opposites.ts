import { stemOf } from '#text/domain/stems.ts';

import { contrariesOf } from '../../evidence/contraries.ts';

/** Words that often mean the opposite, beside the plain opposites. Too loose to veto a credit; they only add weight. */
const LOOSE = `
gap | connect close join touch complete contact together
open | close complete connect
break | complete connect close whole work
damage burn | work
disconnect | connect close
separate | connect together same join
own | same together shared
off | on
stay | stop change
run | stop
stick | repel
more less higher lower | same
`;

const looseOf = new Map<string, Set<string>>();
for (const line of LOOSE.trim().split('\n')) {
  const [left = [], right = []] = line.split('|').map((side) => side.trim().split(' ').map(stemOf));
  for (const [from, to] of [
    [left, right],
    [right, left],
  ] as const) {
    for (const stem of from) looseOf.set(stem, new Set([...(looseOf.get(stem) ?? []), ...to]));
  }
}

const known = new Map<string, ReadonlySet<string>>();
const MAX_KNOWN = 20_000;

export function oppositesOf(stem: string): ReadonlySet<string> {
  const found = known.get(stem);
  if (found) return found;
  const opposites = new Set([...contrariesOf(stem), ...(looseOf.get(stem) ?? [])]);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(stem, opposites);
  return opposites;
}
