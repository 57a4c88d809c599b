import { ArrowDownToDot } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

import { ReturnStatus } from './return-status.tsx';

interface RabbitholeIndicatorProps {
  readonly topic: string;
  /** The return was requested. */
  readonly isReturning: boolean;
  readonly onReturn: () => void;
  readonly children?: ReactNode;
}

/** Always shows the current hole and the way back. */
export function RabbitholeIndicator({ topic, isReturning, onReturn, children }: RabbitholeIndicatorProps) {
  return (
    <header
      // Sets its own colours, because the page's colours change slowly.
      data-mode="rabbit-hole"
      className="relative flex h-[52px] flex-none short:h-10 items-center gap-2 border-b border-line bg-accent-soft pr-2 pl-4 font-[550] text-accent-text wide:gap-3 wide:px-6"
    >
      <span className="hidden wide:block">
        <Icon of={ArrowDownToDot} />
      </span>
      <h1 tabIndex={-1} title={topic} className="min-w-0 truncate text-base font-[550]">
        Exploring: <bdi>{topic}</bdi>
      </h1>
      <span className="ml-auto" />
      <Button className="text-accent-text!" isBusy={isReturning} onClick={onReturn}>
        Return to session
      </Button>
      {children}
      <ReturnStatus isReturning={isReturning} />
    </header>
  );
}
