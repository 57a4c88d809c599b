import type { ReactNode } from 'react';

import { useMedia } from '#elements/web/page/use-media.ts';

const NARROW = '(max-width: 999px)';

/** Whether there is room for only the conversation or the draft. */
export function useIsNarrow(): boolean {
  return useMedia(NARROW);
}

/** The bar of controls above a draft. On a narrow page it is below the text, within reach of the thumb. */
export function PaneBar({ children }: { readonly children: ReactNode }) {
  return (
    <header className="@container flex min-h-12 flex-none items-center gap-x-1 border-line px-3 py-1 max-[999px]:order-last max-[999px]:border-t wide:px-5 min-[1000px]:min-h-14 min-[1000px]:border-b">
      {children}
    </header>
  );
}
