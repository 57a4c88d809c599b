import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import type { PaletteGroupsProps } from '#session/web/contribution/contribution.ts';

import { readySets } from '../sets/domain/urgency.ts';
import { openExport, openImport, openNewSet } from '../sets/web/from-source/make-points-anywhere.tsx';
import { setsQuery } from '../sets/web/queries.ts';
import { useBegin } from '../sets/web/use-begin.ts';

/** Palette entries that begin a session on a set, or show a set. */
export function RecallPalette({ choose }: PaletteGroupsProps) {
  const navigate = useNavigate();
  const { begin, beginAll } = useBegin();
  const { data: sets = [] } = useQuery(setsQuery);
  // A set with an unfinished session is listed among the sessions.
  const startable = sets.filter(({ points, openSession }) => points > 0 && openSession === null);
  return (
    <>
      <PaletteGroup heading="Recall">
        <PaletteItem value="new set" words="New set" onSelect={choose(openNewSet)}>
          New set
        </PaletteItem>
        <PaletteItem value="import cards" words="Import cards Anki CSV Quizlet" onSelect={choose(() => openImport())}>
          Import cards
        </PaletteItem>
        {sets.length > 0 && (
          <PaletteItem
            value="export sets"
            words="Export sets Anki CSV Markdown JSON"
            onSelect={choose(() => openExport())}
          >
            Export sets
          </PaletteItem>
        )}
        {readySets(sets).length > 0 && (
          <PaletteItem
            value="recall all that is due"
            words="Recall all that is due"
            onSelect={choose(() => beginAll())}
          >
            Recall all that is due
          </PaletteItem>
        )}
        {startable.map((set) => (
          <PaletteItem
            key={set.id}
            value={`begin ${set.title} ${set.id}`}
            words={`Begin ${set.title}`}
            onSelect={choose(() => begin(set.id))}
          >
            <span className="truncate">
              Begin <bdi>{set.title}</bdi>
            </span>
          </PaletteItem>
        ))}
      </PaletteGroup>
      {sets.length > 0 && (
        <PaletteGroup heading="Sets">
          {sets.map((set) => (
            <PaletteItem
              key={set.id}
              value={`set ${set.title} ${set.id}`}
              words={set.title}
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
