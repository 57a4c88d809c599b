import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useCallback, useRef, useState } from 'react';

import { shownKeys, useOfferedActions } from '#elements/web/page/page-actions.ts';
import { Keys, PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import type { PaletteGroupsProps } from '#session/web/contribution/contribution.ts';
import { ModeIcon } from '#session/web/contribution/mode-icon.tsx';
import { contributionsOf, usePageComposition } from '#session/web/contribution/page-composition.ts';
import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';
import { recentActionsQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import { placesOf, TODAY } from '../frame/places.ts';
import { GENERAL, settingsPagesOf } from '../settings/settings-pages.ts';

const MAX_SESSIONS = 20;

const MAX_CHANGES = 3;

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

interface RecentChangesGroupProps {
  /** Closes the palette, then runs the command on the page that stays open. */
  readonly stayAnd: (run: () => void) => () => void;
}

/** The latest changes, to take back. */
function RecentChangesGroup({ stayAnd }: RecentChangesGroupProps) {
  const { data: actions = [] } = useQuery(recentActionsQuery);
  const undo = useUndo();
  if (actions.length === 0) return null;
  return (
    <PaletteGroup heading="Recent changes">
      {actions.slice(0, MAX_CHANGES).map(({ id, label }, index) => (
        <PaletteItem key={id} value={`undo ${label} ${id}`} onSelect={stayAnd(() => undo(id))}>
          <span className="truncate">
            Undo: <bdi>{label}</bdi>
          </span>
          {index === 0 && <Keys>Ctrl/Cmd-Z</Keys>}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

/** The latest sessions of every mode. */
function SessionsGroup({ choose }: PaletteGroupsProps) {
  const navigate = useNavigate();
  const { data: sessions = [] } = useQuery(sessionsQuery);
  if (sessions.length === 0) return null;
  const shown = sessions.slice(0, MAX_SESSIONS);
  return (
    <PaletteGroup heading="Sessions">
      {shown.map(({ session, mode, title, status }) => (
        <PaletteItem
          key={session}
          value={`session ${title} ${session}`}
          onSelect={choose(() => navigate({ to: sessionPath(session) }))}
        >
          <ModeIcon mode={mode} among={shown} />
          <span dir="auto" className="truncate">
            {title}
          </span>
          <span className="ml-auto text-xs text-ink-faint">{status === 'complete' ? 'finished' : status}</span>
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

interface Selection {
  readonly selected: string;
  readonly select: (value: string) => void;
  /** Called with each text of the search field. */
  readonly search: (text: string) => void;
  /** Called with each key and each move of the pointer, before what it does. */
  readonly moved: () => void;
}

/**
 * The command that Enter runs. Without a search it is `first`, because the changes above it must not be taken back by
 * Enter alone.
 */
function useSelection(first: string): Selection {
  const [selected, setSelected] = useState(first);
  const isCleared = useRef(false);
  const select = useCallback(
    (value: string) => {
      setSelected(isCleared.current ? first : value);
    },
    [first],
  );
  const search = useCallback(
    (text: string) => {
      isCleared.current = text === '';
      if (isCleared.current) setSelected(first);
    },
    [first],
  );
  const moved = useCallback(() => {
    isCleared.current = false;
  }, []);
  return { selected, select, search, moved };
}
