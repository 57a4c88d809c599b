import { ChevronLeft } from 'lucide-react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

interface BackBarProps {
  /** Where it leads. */
  readonly label: string;
  readonly className: string;
  readonly onBack: () => void;
}

/** The way back to the list, where only one column is shown. */
export function BackBar({ label, className, onBack }: BackBarProps) {
  return (
    <div className={`flex-none border-b border-line px-2 py-1.5 ${className}`}>
      <Button look="quiet" className="max-w-full" aria-label={`Back to ${label}`} onClick={onBack}>
        <Icon of={ChevronLeft} />
        <span dir="auto" className="truncate">
          {label}
        </span>
      </Button>
    </div>
  );
}
