import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';

import { shownKeys, useOfferedActions } from '#elements/web/page/page-actions.ts';
import { PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import type { PaletteGroupsProps } from '#session/web/contribution/contribution.ts';
import { contributionsOf, usePageComposition } from '#session/web/contribution/page-composition.ts';
import { lastActionQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import { placesOf } from '../frame/places.ts';
import { GENERAL, settingsPagesOf } from '../settings/settings-pages.ts';
import { SessionsGroup } from './sessions-group.tsx';

export interface PaletteProps {
  readonly onClose: () => void;
}

/** Everything one can go to or begin, with one search field. Closing returns the focus to where it was. */
export function Palette({ onClose }: PaletteProps) {
  const contributions = contributionsOf(usePageComposition());
  const { data: last } = useQuery(lastActionQuery);
  const undo = useUndo();
  const here = useOfferedActions();
  const hasGone = useRef(false);
  const afterwards = useRef<() => void>(null);
  const [before] = useState(() => document.activeElement);
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    // The page that the command opens takes the focus.
    if (!hasGone.current && before instanceof HTMLElement) before.focus();
    afterwards.current?.();
  };
  const choose = (act: () => unknown) => () => {
    hasGone.current = true;
    onClose();
    act();
  };
  /** The page stays open: the focus returns to where it was, then the command runs. */
  const stayAnd = (run: () => void) => () => {
    afterwards.current = run;
    onClose();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appear fixed inset-0 z-20 bg-[rgb(20_16_8/0.2)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={giveFocusBack}
          className="appear fixed top-[18dvh] left-1/2 z-30 w-[min(560px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-medium border border-line-strong bg-surface shadow-float"
        >
          <Dialog.Title className="sr-only">Go to</Dialog.Title>
          <Command label="Go to" loop>
            <Command.Input
              dir="auto"
              placeholder="Go to, begin or open"
              className="h-12 w-full border-b border-line bg-transparent px-4 outline-none"
            />
            <Command.List className="max-h-[46dvh] overflow-y-auto p-1.5 pb-2">
              <Command.Empty className="px-3 py-4 text-ink-faint">Nothing found.</Command.Empty>
              {here.length > 0 && (
                <PaletteGroup heading="Here">
                  {here.map(({ label, keys, run }) => (
                    <PaletteItem key={label} value={`here ${label}`} onSelect={stayAnd(run)}>
                      {label}
                      {keys !== undefined && <Keys>{shownKeys(keys)}</Keys>}
                    </PaletteItem>
                  ))}
                </PaletteGroup>
              )}
              <GoToGroup choose={choose} />
              {contributions.map(
                ({ palette }, index) =>
                  // The contributions stay the same while the page is open.
                  // oxlint-disable-next-line react/no-array-index-key
                  palette && <palette.Component key={index} choose={choose} />,
              )}
              <SessionsGroup choose={choose} />
              {/* Last, because Enter alone runs the first command: undo must not be that one. */}
              {last && (
                <PaletteGroup heading="Undo">
                  <PaletteItem value={`undo ${last.label}`} onSelect={stayAnd(undo)}>
                    <span className="truncate">
                      Undo: <bdi>{last.label}</bdi>
                    </span>
                    <Keys>Ctrl/Cmd-Z</Keys>
                  </PaletteItem>
                </PaletteGroup>
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The places, the links of every slice, and the pages of the settings. */
function GoToGroup({ choose }: PaletteGroupsProps) {
  const navigate = useNavigate();
  const composition = usePageComposition();
  const links = contributionsOf(composition).flatMap((contribution) => contribution.links ?? []);
  const settings = settingsPagesOf(composition).filter(({ to }) => to !== GENERAL.to);
  const entries = [
    ...[...placesOf(composition), ...links].map(({ to, label }) => ({ to, label, value: `go ${label}` })),
    ...settings.map(({ to, label }) => ({ to, label: `Settings, ${label}`, value: `go Settings ${label}` })),
  ];
  return (
    <PaletteGroup heading="Go to">
      {entries.map(({ to, label, value }) => (
        <PaletteItem key={to} value={value} onSelect={choose(() => navigate({ to }))}>
          {label}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

function Keys({ children }: { readonly children: string }) {
  return <span className="ml-auto shrink-0 pl-3 text-xs text-ink-faint">{children}</span>;
}
