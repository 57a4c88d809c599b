import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';

import { usePageActionKeys } from '#elements/web/page/page-actions.ts';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { useToast, useToastsLeaveWith, useUndoKeyOtherwise } from '#elements/web/toast.tsx';
import { ConnectionNotice } from '#session/web/connection-notice.tsx';
import { Contributed, useContributed } from '#session/web/contribution/contributed.tsx';
import { usePageComposition } from '#session/web/contribution/page-composition.ts';
import { recentActionsQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import { useAnswersSeenAt } from '../last-seen/seen-answers.ts';
import { keysSheet, newerPage, palette, preloadPalette } from '../pages.ts';
import { PhoneNavigation } from './phone-navigation.tsx';
import { Rail } from './rail.tsx';
import { useLight } from './use-light.ts';

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
  const everywhere = useContributed((contribution) => contribution.everywhere);
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
          <ConnectionNotice answersSeenAt={useAnswersSeenAt()} />
        </div>
      </main>
      <PhoneNavigation onOpenPalette={openPalette} />
      {isPaletteOpen && <palette.Component onClose={closePalette} onKeys={openKeys} />}
      {isKeysOpen && <keysSheet.Component onClose={() => setKeysOpen(false)} />}
      {/* Their code arrives late; until then they must not take a row of the page. */}
      <div className="contents [&>output]:hidden">
        <newerPage.Component />
        <Contributed parts={everywhere} props={{}} />
      </div>
    </div>
  );
}

/** The palette opens complete, so that nothing in it moves; but it waits at most this long for its data. */
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

/** Ctrl/Cmd-K opens and closes the palette. It does nothing over another dialog, which can hold text. */
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

/** `?` shows the sheet of keys, except in a text field. */
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
