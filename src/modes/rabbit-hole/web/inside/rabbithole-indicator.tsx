import { ArrowDownToDot, MessageSquareQuote } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import { Button, IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';

/** Most returns are faster and need no message. */
const SHOWN_AFTER_MS = 300;

interface RabbitholeIndicatorProps {
  readonly topic: string;
  /** The return was requested and not granted yet. */
  readonly isReturning: boolean;
  readonly onReturn: () => void;
  /** Absent if the trunk takes no findings. */
  readonly onReturnWith?: (() => void) | undefined;
  readonly children?: ReactNode;
}

/** Always shows the current hole and the way back. */
export function RabbitholeIndicator({
  topic,
  isReturning,
  onReturn,
  onReturnWith,
  children,
}: RabbitholeIndicatorProps) {
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
      {onReturnWith && (
        <IconButton label="Return with findings" className="text-accent-text!" onClick={onReturnWith}>
          <Icon of={MessageSquareQuote} />
        </IconButton>
      )}
      {children}
      <ReturnStatus isReturning={isReturning} />
    </header>
  );
}

/** Explains below the banner why a return takes time. */
function ReturnStatus({ isReturning }: { readonly isReturning: boolean }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isReturning) return undefined;
    const timer = setTimeout(() => setSlow(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isReturning]);
  return (
    <output className="absolute inset-x-0 top-full z-10">
      {isReturning && isSlow && (
        <span className="appear block border-b border-line bg-paper px-4 py-1.5 text-sm font-normal text-ink-soft wide:px-6">
          Returning once what you said is checked.
        </span>
      )}
    </output>
  );
}
