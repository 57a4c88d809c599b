import { useCommandState } from 'cmdk';
import { useLayoutEffect, useRef } from 'react';

interface BestFirstProps {
  /** Called with the value of the best entry whenever the ranking can have changed. */
  readonly onBest: (value: string) => void;
}

/**
 * Sorts the entries of each group, and the groups by their best entries. cmdk itself ranks entries before entries found
 * later are rendered, and does not sort groups. Equal groups stay in the order in which they first appeared.
 */
export function BestFirst({ onBest }: BestFirstProps) {
  const marker = useRef<HTMLSpanElement>(null);
  const seen = useRef<string[]>([]);
  const isSearching = useCommandState(({ search }) => search !== '');
  const scores: ReadonlyMap<string, number> = useCommandState(({ filtered }) => filtered.items);
  // cmdk creates a new set each time it computes the scores.
  const ranked: unknown = useCommandState(({ filtered }) => filtered.groups);
  useLayoutEffect(() => {
    const list = marker.current?.parentElement;
    if (!list) return;
    const groups = [...list.querySelectorAll<HTMLElement>(':scope > [cmdk-group]')];
    for (const { dataset } of groups) {
      const heading = dataset['value'] ?? '';
      if (!seen.current.includes(heading)) seen.current.push(heading);
    }
    if (!isSearching) return;
    const scoreOf = ({ id }: Element) => scores.get(id) ?? 0;
    const bestOf = (group: Element) => Math.max(0, ...[...group.querySelectorAll('[cmdk-item]')].map(scoreOf));
    const placeOf = ({ dataset }: HTMLElement) => seen.current.indexOf(dataset['value'] ?? '');
    for (const items of list.querySelectorAll('[cmdk-group-items]'))
      arrange(
        items,
        [...items.children].toSorted((one, other) => scoreOf(other) - scoreOf(one)),
      );
    const bests = new Map(groups.map((group) => [group, bestOf(group)]));
    const inOrder = groups.toSorted(
      (one, other) => (bests.get(other) ?? 0) - (bests.get(one) ?? 0) || placeOf(one) - placeOf(other),
    );
    arrange(list, inOrder);
    const best = inOrder[0]?.querySelector<HTMLElement>('[cmdk-item]')?.dataset['value'];
    if (best !== undefined) onBest(best);
  }, [isSearching, ranked, scores, onBest]);
  return <span ref={marker} hidden />;
}

/** Moves the children only if they are not in this order yet. */
function arrange(parent: Element, children: readonly Element[]): void {
  const now = [...parent.children].filter((child) => children.includes(child));
  if (children.some((child, index) => child !== now[index])) parent.append(...children);
}
