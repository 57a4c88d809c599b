import { PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import type { PaletteGroupsProps } from '#session/web/contribution/contribution.ts';

import { useBeginExplore } from '../asking/web/use-begin-explore.ts';

export function ExplorePalette({ choose }: PaletteGroupsProps) {
  const { begin } = useBeginExplore();
  return (
    <PaletteGroup heading="Explore">
      <PaletteItem value="new exploration" words="New exploration" onSelect={choose(() => begin({}))}>
        New exploration
      </PaletteItem>
    </PaletteGroup>
  );
}
