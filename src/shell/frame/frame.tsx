import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';

import { Icon } from '#elements/web/icon.tsx';
import { usePageActionKeys } from '#elements/web/page/page-actions.ts';
import { useShownLight } from '#elements/web/page/page-light.ts';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { useToast, useToastsLeaveWith, useUndoKeyOtherwise } from '#elements/web/toast.tsx';
import { ConnectionNotice } from '#session/web/connection-notice.tsx';
import { contributionsOf, usePageComposition } from '#session/web/contribution/page-composition.ts';
import { recentActionsQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import { keysSheet, newerPage, palette, preloadPalette } from '../pages.ts';
import { placesOf, useCurrentPlace } from './places.ts';
import { Rail } from './rail.tsx';

/** A little longer than `--calm`. */
const CHANGES_FOR_MS = 320;

const ITEM =
  'group flex min-w-0 flex-1 flex-col items-center gap-0.5 rounded-small px-0.5 py-1.5 text-[11px] short:flex-initial short:min-w-0 short:flex-row short:gap-1 short:px-2 short:py-1 text-ink-faint aria-[current=page]:font-semibold aria-[current=page]:text-accent-text';

/** In a low window the labels stand beside the icons, and only the current one has room. */
const LABEL = 'short:group-not-aria-[current=page]:sr-only';

/** Surrounds every page: the rail or, on a phone, the bar below; and the palette over it. */
export function Frame() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const light = useLight();
  const toast = useToast();
  const queries = useQueryClient();
  const composition = usePageComposition();
  const openPalette = useCallback(() => {
    Promise.all([preloadPalette(composition), readForPalette(queries)]).then(
      () => setPaletteOpen(true),
      () => toast({ text: 'This could not be fetched. Check that Warren is running, then try again.' }),
    );
  }, [toast, queries, composition]);
  const [isKeysOpen, setKeysOpen] = useState(false);
  const openKeys = useCallback(
    () =>
      void keysSheet.preload().then(
        () => setKeysOpen(true),
        () => undefined,
      ),
    [],
  );
  useQuestionKey(openKeys);
  const closePalette = useCallback(() => setPaletteOpen(false), []);
  useToastsLeaveWith(useLocation().pathname);
  usePageActionKeys();
  useUndoKeyOtherwise(useUndo());
  usePaletteKey({ isOpen: isPaletteOpen, open: openPalette, close: closePalette });
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
      <Rail onOpenPalette={openPalette} />
      <main
        ref={main}
        id="main"
        {...light}
        tabIndex={-1}
        className="relative flex min-h-0 min-w-0 flex-col bg-paper text-ink"
      >
        <Suspense fallback={<QuietLoading />}>
          <Outlet />
        </Suspense>
        <div data-foot className="absolute inset-x-0 bottom-0">
          <ConnectionNotice />
        </div>
      </main>
      <PhoneNavigation onOpenPalette={openPalette} />
      {isPaletteOpen && <palette.Component onClose={closePalette} onKeys={openKeys} />}
      {isKeysOpen && <keysSheet.Component onClose={() => setKeysOpen(false)} />}
      {/* Their code comes late and takes no row of the page meanwhile. */}
      <div className="contents [&>output]:hidden">
        <newerPage.Component />
        {contributionsOf(composition).map(
          ({ everywhere }, index) =>
            // The contributions stay the same while the page is open.
            // oxlint-disable-next-line react/no-array-index-key
            everywhere && <everywhere.Component key={index} />,
        )}
      </div>
    </div>
  );
}

/** The palette opens complete, so that nothing in it moves; but it waits no longer than this for its data. */
const MAX_WAIT_MS = 100;

async function readForPalette(queries: QueryClient): Promise<void> {
  const read = queries.prefetchQuery(recentActionsQuery);
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
}

interface PaletteKey {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Ctrl/Cmd-K opens and closes the palette. It does nothing over another dialog, which may hold text. */
function usePaletteKey({ isOpen, open, close }: PaletteKey): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      if (isOpen) close();
      else if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, open, close]);
}

/** `?` shows the keys, except where it is typed. */
function useQuestionKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const { target } = event;
      const isTyped = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');
      if (isTyped || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
}

/** The bar on a phone, in the colours of the page: the places, and a button for the palette, which has no key there. */
function PhoneNavigation({ onOpenPalette }: { readonly onOpenPalette: () => void }) {
  const light = useLight();
  const { pathname } = useLocation();
  const places = placesOf(usePageComposition());
  const current = useCurrentPlace(pathname);
  return (
    <nav
      aria-label="Main"
      {...light}
      className="flex justify-around border-t border-line bg-paper px-1 pt-1.5 pb-[max(10px,env(safe-area-inset-bottom))] short:py-0.5 wide:hidden"
    >
      {places.map(({ to, label, icon, Count }) => (
        <Link key={to} to={to} aria-current={to === current ? 'page' : undefined} className={ITEM}>
          <span className="relative">
            <Icon of={icon} />
            {Count && (
              <span className="absolute -top-1 left-full text-[10px] leading-none font-semibold text-warn tabular-nums">
                <Count />
              </span>
            )}
          </span>
          <span className={LABEL}>{label}</span>
        </Link>
      ))}
      <button type="button" className={ITEM} onClick={onOpenPalette}>
        <Icon of={Search} />
        <span className={LABEL}>Find</span>
      </button>
    </nav>
  );
}

interface Light {
  /** The mode whose colours are shown. */
  readonly 'data-mode': string | undefined;
  /** Set while they change, to switch off transitions that would lag behind. */
  readonly 'data-changing': true | undefined;
}

/** Attributes for a part of the frame that has the colours of the page's mode. */
function useLight(): Light {
  const mode = useShownLight();
  const [settled, setSettled] = useState(mode);
  useEffect(() => {
    if (settled === mode) return undefined;
    const timer = setTimeout(() => setSettled(mode), CHANGES_FOR_MS);
    return () => clearTimeout(timer);
  }, [settled, mode]);
  return { 'data-mode': mode, 'data-changing': settled === mode ? undefined : true };
}
