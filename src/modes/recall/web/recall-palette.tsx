import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import type { PaletteGroupsProps } from '#session/web/contribution/contribution.ts';

import { readySets } from '../sets/domain/urgency.ts';
import { setsQuery } from '../sets/web/queries.ts';
import { useBegin } from '../sets/web/use-begin.ts';

/** Palette entries that begin a session on a set, or open one. */
export function RecallPalette({ choose }: PaletteGroupsProps) {
  const navigate = useNavigate();
  const { begin, beginAll } = useBegin();
  const { data: sets = [] } = useQuery(setsQuery);
  const withPoints = sets.filter(({ points }) => points > 0);
  return (
    <>
      {withPoints.length > 0 && (
        <PaletteGroup heading="Recall">
          {readySets(sets).length > 0 && (
            <PaletteItem value="recall all that is due" onSelect={choose(beginAll)}>
              Recall all that is due
            </PaletteItem>
          )}
          {withPoints.map((set) => (
            <PaletteItem key={set.id} value={`begin ${set.title} ${set.id}`} onSelect={choose(() => begin(set.id))}>
              <span className="truncate">
                {set.openSession === null ? 'Begin' : 'Continue'} <bdi>{set.title}</bdi>
              </span>
            </PaletteItem>
          ))}
        </PaletteGroup>
      )}
      {sets.length > 0 && (
        <PaletteGroup heading="Sets">
          {sets.map((set) => (
            <PaletteItem
              key={set.id}
              value={`set ${set.title} ${set.id}`}
              onSelect={choose(() => navigate({ to: `/recall/${set.id}` }))}
            >
              <span dir="auto" className="truncate">
                {set.title}
              </span>
            </PaletteItem>
          ))}
        </PaletteGroup>
      )}
    </>
  );
}
