import type { ReactNode } from 'react';

import { useMedia } from '#elements/web/page/use-media.ts';

import { useDraftDesk } from './desk.ts';

const NARROW = '(max-width: 999px)';

/** There is room for the conversation or the draft, not for both. */
export function useIsNarrow(): boolean {
  return useMedia(NARROW);
}

/** The line of controls over a draft. Where there is room for one side alone, it leads to the other one. */
export function PaneBar({ children }: { readonly children?: ReactNode }) {
  const { sides } = useDraftDesk();
  const isNarrow = useIsNarrow();
  if (!isNarrow && children === undefined) return null;
  return (
    <header className="@container flex min-h-12 flex-none items-center gap-x-1 border-b border-line px-3 py-1 wide:px-5 min-[1000px]:min-h-14">
      {isNarrow && sides}
      {children}
    </header>
  );
}
