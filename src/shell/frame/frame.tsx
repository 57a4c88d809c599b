import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';

import { QuietLoading } from '#elements/web/quiet-loading.tsx';
import { ConnectionNotice } from '#session/web/connection-notice.tsx';

import { PhoneNavigation } from './phone-navigation.tsx';
import { Rail } from './rail.tsx';
import { usePaletteKey } from './use-palette-key.ts';

const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }));

/** What stands around every page: the rail or, on a phone, the bar below; and the palette over it. */
export function Frame() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  usePaletteKey(setPaletteOpen);
  return (
    <div className="grid h-full grid-rows-[minmax(0,1fr)_auto] wide:grid-cols-[216px_minmax(0,1fr)] wide:grid-rows-1">
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-small border border-line-strong bg-surface px-3 py-2 focus:translate-y-0"
      >
        Skip to the page
      </a>
      <Rail onOpenPalette={() => setPaletteOpen(true)} />
      <main ref={main} id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-col">
        <Suspense fallback={<QuietLoading />}>
          <Outlet />
        </Suspense>
        <ConnectionNotice />
      </main>
      <PhoneNavigation />
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
