import { useQuery } from '@tanstack/react-query';

import { Keys } from '#elements/web/palette/keys.tsx';
import { PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import { recentActionsQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

const MAX_CHANGES = 3;

interface RecentChangesGroupProps {
  /** Closes the palette, then runs the command on the page that stays open. */
  readonly stayAnd: (run: () => void) => () => void;
}

/** The latest changes, to take back. */
export function RecentChangesGroup({ stayAnd }: RecentChangesGroupProps) {
  const { data: actions = [] } = useQuery(recentActionsQuery);
  const undo = useUndo();
  if (actions.length === 0) return null;
  return (
    <PaletteGroup heading="Recent changes">
      {actions.slice(0, MAX_CHANGES).map(({ id, label }, index) => (
        <PaletteItem key={id} value={`undo ${label} ${id}`} onSelect={stayAnd(() => undo(id))}>
          <span className="truncate">
            Undo: <bdi>{label}</bdi>
          </span>
          {index === 0 && <Keys>Ctrl/Cmd-Z</Keys>}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}
