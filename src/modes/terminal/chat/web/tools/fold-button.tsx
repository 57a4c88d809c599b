import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface FoldButtonProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The id of what it shows and hides. */
  readonly controls: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One line about a call or several, which shows and hides what is below it. */
export function FoldButton({ isOpen, onToggle, controls, className = '', children }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onToggle}
      className={`flex min-h-[34px] w-full items-center gap-2 px-2.5 text-left text-sm hover:bg-raised ${className}`}
    >
      <ChevronRight
        size={14}
        strokeWidth={1.7}
        aria-hidden="true"
        className={`flex-none text-ink-faint ${isOpen ? 'rotate-90' : ''}`}
      />
      {children}
    </button>
  );
}
