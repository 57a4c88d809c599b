import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';

import { shownKeys, useOfferedActions } from '#elements/web/page/page-actions.ts';
import { Keys } from '#elements/web/palette/keys.tsx';
import { PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import type { PaletteGroupsProps } from '#session/web/contribution/contribution.ts';
import { contributionsOf, usePageComposition } from '#session/web/contribution/page-composition.ts';

import { placesOf, TODAY } from '../frame/places.ts';
import { GENERAL, settingsPagesOf } from '../settings/settings-pages.ts';
import { RecentChangesGroup } from './recent-changes-group.tsx';
import { SessionsGroup } from './sessions-group.tsx';
import { useSelection } from './use-selection.ts';

export interface PaletteProps {
  readonly onClose: () => void;
}

/** Everything one can go to or begin, with one search field. Closing returns the focus to where it was. */
export function Palette({ onClose }: PaletteProps) {
  const contributions = contributionsOf(usePageComposition());
  const here = useOfferedActions();
  const selection = useSelection(here[0] ? valueOfAction(here[0].label) : `go ${TODAY.label}`);
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
          <Command
            label="Go to"
            loop
            value={selection.selected}
            onValueChange={selection.select}
            onKeyDownCapture={selection.moved}
            onPointerMoveCapture={selection.moved}
          >
            <Command.Input
              onValueChange={selection.search}
              dir="auto"
              placeholder="Go to, begin or open"
              className="h-12 w-full border-b border-line bg-transparent px-4 outline-none"
            />
            <Command.List className="max-h-[46dvh] overflow-y-auto p-1.5 pb-2">
              <Command.Empty className="px-3 py-4 text-ink-faint">Nothing found.</Command.Empty>
              <RecentChangesGroup stayAnd={stayAnd} />
              {here.length > 0 && (
                <PaletteGroup heading="Here">
                  {here.map(({ label, keys, run }) => (
                    <PaletteItem key={label} value={valueOfAction(label)} onSelect={stayAnd(run)}>
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
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function valueOfAction(label: string): string {
  return `here ${label}`;
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
