import { useNavigate } from '@tanstack/react-router';

import { PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import type { PaletteGroupsProps } from '#session/web/contribution/contribution.ts';

export function TerminalPalette({ choose }: PaletteGroupsProps) {
  const navigate = useNavigate();
  const open = choose(() => navigate({ to: '/terminals', hash: 'new' }));
  return (
    <PaletteGroup heading="Terminals">
      <PaletteItem value="new terminal" words="New terminal" onSelect={open}>
        New terminal
      </PaletteItem>
    </PaletteGroup>
  );
}
