import { Keys, PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import type { PaletteGroupsProps } from '#session/web/contribution/contribution.ts';

import { openCapture } from './capture-opening.ts';

/** Command that adds to the library from any page. */
export function CapturePalette({ choose }: PaletteGroupsProps) {
  return (
    <PaletteGroup heading="Library">
      <PaletteItem value="add a source to the library" words="Add a source" onSelect={choose(() => openCapture())}>
        Add a source
        <Keys>Ctrl/Cmd-Shift-K</Keys>
      </PaletteItem>
    </PaletteGroup>
  );
}
