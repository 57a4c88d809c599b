import { Scissors } from 'lucide-react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { SelectionToolbar } from '#session/web/selection/selection-bar.tsx';
import type { SelectedWords } from '#session/web/selection/use-selected-words.ts';

interface CutBarProps {
  readonly box: SelectedWords['box'];
  readonly onCut: () => void;
}

const CUT_PX = 168;

/** Floats beside selected messages. */
export function CutBar({ box, onCut }: CutBarProps) {
  return (
    <SelectionToolbar box={box} needed={CUT_PX}>
      <Button onClick={onCut} className="shadow-float" style={{ width: CUT_PX }}>
        <Icon of={Scissors} />
        This was a tangent
      </Button>
    </SelectionToolbar>
  );
}
