import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command, defaultFilter } from 'cmdk';
import { Dialog } from 'radix-ui';
import { Fragment, useCallback, useRef, useState } from 'react';

import { shownKeys, useOfferedActions } from '#elements/web/page/page-actions.ts';
import { Keys, PaletteGroup, PaletteItem } from '#elements/web/palette/palette-group.tsx';
import { Contributed, useContributed } from '#session/web/contribution/contributed.tsx';
import type { PaletteFinder, PaletteGroupsProps } from '#session/web/contribution/contribution.ts';
import { ModeIcon } from '#session/web/contribution/mode-icon.tsx';
import { usePageComposition } from '#session/web/contribution/page-composition.ts';
import { sessionPath } from '#session/web/session-path.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';
import { labelRanker } from '#text/domain/label-rank.ts';
import { recentActionsQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import { placesOf, SESSIONS, TODAY } from '../frame/places.ts';
import { GENERAL, settingsPagesOf } from '../settings/settings-pages.ts';
import { chooseTheme } from '../theme.ts';
import { BestFirst } from './best-first.tsx';

const MAX_SESSIONS = 20;

const MAX_CHANGES = 5;

export interface PaletteProps {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

/** Everything that a person can open or begin, with one search field. Closing returns the focus to where it was. */
export function Palette({ onClose, onKeys }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const groups = useContributed((contribution) => contribution.palette);
  const finders = useContributed(({ finds }) => finds).flat();
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
  /** For commands on the open page: the focus returns to where it was, then the command runs. */
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
          className="appear fixed top-[calc(var(--seen-height,100dvh)*0.18)] left-1/2 z-30 w-[min(560px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-medium border border-line-strong bg-surface shadow-float"
        >
          <Dialog.Title className="sr-only">Go to</Dialog.Title>
          <Command
            label="Go to"
            loop
            value={selection.selected}
            onValueChange={selection.select}
            onKeyDownCapture={selection.moved}
            onPointerMoveCapture={selection.moved}
            filter={scoreOf}
          >
            <Command.Input
              onValueChange={(text) => {
                setTyped(text);
                selection.search(text);
              }}
              dir="auto"
              placeholder="Go to, begin or open"
              className="h-12 w-full border-b border-line bg-transparent px-4 outline-none"
            />
            <Command.List className="max-h-[calc(var(--seen-height,100dvh)*0.46)] overflow-y-auto p-1.5 pb-2">
              <Command.Empty className="px-3 py-4 text-ink-faint">Nothing found.</Command.Empty>
              {/* Without a search, groups and entries return to the order in which they are rendered. */}
              <Fragment key={String(typed === '')}>
                <RecentChangesGroup stayAnd={stayAnd} />
                {here.length > 0 && (
                  <PaletteGroup heading="Here">
                    {here.map(({ label, keys, run }) => (
                      <PaletteItem key={label} value={valueOfAction(label)} words={label} onSelect={stayAnd(run)}>
                        {label}
                        {keys !== undefined && <Keys>{shownKeys(keys)}</Keys>}
                      </PaletteItem>
                    ))}
                  </PaletteGroup>
                )}
                <GoToGroup choose={choose} />
                <Contributed parts={groups} props={{ choose }} />
                <CommandsGroup stayAnd={stayAnd} onKeys={onKeys} hasTyped={typed !== ''} />
                <SessionsGroup choose={choose} typed={typed} />
                {finders.map((finder) => (
                  <FoundGroup key={finder.heading} finder={finder} typed={typed.trim()} choose={choose} />
                ))}
              </Fragment>
              <BestFirst onBest={selection.follow} />
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
  const links = useContributed((contribution) => contribution.links).flat();
  const settings = settingsPagesOf(composition).filter(({ to }) => to !== GENERAL.to);
  const entries = [
    ...[...placesOf(composition), SESSIONS, ...links].map(({ to, label }) => ({ to, label, value: `go ${label}` })),
    ...settings.map(({ to, label }) => ({ to, label: `Settings, ${label}`, value: `go Settings ${label}` })),
  ];
  return (
    <PaletteGroup heading="Go to">
      {entries.map(({ to, label, value }) => (
        <PaletteItem key={to} value={value} words={label} onSelect={choose(() => navigate({ to }))}>
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

/** The latest changes, to undo. */
function RecentChangesGroup({ stayAnd }: RecentChangesGroupProps) {
  const { data: actions = [] } = useQuery(recentActionsQuery);
  const undo = useUndo();
  if (actions.length === 0) return null;
  return (
    <PaletteGroup heading="Recent changes">
      {actions.slice(0, MAX_CHANGES).map(({ id, label }, index) => (
        <PaletteItem key={id} value={`undo ${label} ${id}`} words={`Undo: ${label}`} onSelect={stayAnd(() => undo(id))}>
          <span className="truncate">
            Undo: <bdi>{label}</bdi>
          </span>
          {index === 0 && <Keys>Ctrl/Cmd-Z</Keys>}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

/** The latest sessions of every mode, or those whose titles match the typed text. */
function SessionsGroup({ choose, typed }: PaletteGroupsProps & { readonly typed: string }) {
  const navigate = useNavigate();
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const rank = labelRanker(typed);
  const fitting = typed.trim() === '' ? sessions : sessions.filter(({ title }) => rank(title) > 0);
  if (fitting.length === 0) return null;
  const shown = fitting.slice(0, MAX_SESSIONS);
  return (
    // cmdk ranks a group wrongly after it has lost an entry, so a group with other entries gets another key.
    <PaletteGroup key={shown.map(({ session }) => session).join(' ')} heading="Sessions">
      {shown.map(({ session, mode, title, status }) => (
        <PaletteItem
          key={session}
          value={`session ${title} ${session}`}
          words={title}
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

const THEMES = [
  { choice: 'light', label: 'Light theme' },
  { choice: 'dark', label: 'Dark theme' },
  { choice: 'system', label: 'Theme of the system' },
] as const;

interface CommandsGroupProps extends RecentChangesGroupProps, Pick<PaletteProps, 'onKeys'> {
  readonly hasTyped: boolean;
}

/** Commands of the shell. Themes are offered only for typed text. */
function CommandsGroup({ stayAnd, onKeys, hasTyped }: CommandsGroupProps) {
  return (
    <PaletteGroup key={String(hasTyped)} heading="Commands">
      {(hasTyped ? THEMES : []).map(({ choice, label }) => (
        <PaletteItem key={choice} value={`theme ${choice}`} words={label} onSelect={stayAnd(() => chooseTheme(choice))}>
          {label}
        </PaletteItem>
      ))}
      <PaletteItem value="show the keys" words="Show all keys" onSelect={stayAnd(onKeys)}>
        Show all keys
        <Keys>?</Keys>
      </PaletteItem>
    </PaletteGroup>
  );
}

interface FoundGroupProps extends PaletteGroupsProps {
  readonly finder: PaletteFinder;
  /** Trimmed. */
  readonly typed: string;
}

/** The results of one finder. Earlier results stay until new ones arrive. */
function FoundGroup({ finder: { heading, find }, typed, choose }: FoundGroupProps) {
  const navigate = useNavigate();
  const isAsked = typed.length >= MIN_TYPED;
  const [asked, setAsked] = useState(typed);
  const { data = [], isFetching } = useQuery({
    queryKey: ['palette', heading, asked],
    queryFn: () => find(asked),
    enabled: asked.length >= MIN_TYPED,
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  // Of the text typed during a query, only the latest is searched next.
  if (!isFetching && asked !== typed) setAsked(typed);
  if (!isAsked || data.length === 0) return null;
  return (
    <PaletteGroup key={data.map(({ id }) => id).join(' ')} heading={heading}>
      {data.map(({ id, label, note, to, hash }) => (
        <PaletteItem
          key={id}
          value={`${FOUND}${heading} ${id}`}
          words={label}
          onSelect={choose(() => navigate({ to, ...(hash !== undefined && { hash }) }))}
        >
          <span dir="auto" className="truncate">
            {label}
          </span>
          {note !== undefined && (
            <span dir="auto" className="ml-auto max-w-[40%] shrink-0 truncate pl-3 text-xs text-ink-faint">
              {note}
            </span>
          )}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}

const MIN_TYPED = 2;
/** Prefix of the values of finder results. */
const FOUND = 'found: ';
/** Score of a finder result whose label does not match, and maximum score of a label that only contains the letters. */
const [ELSEWHERE, LETTERS] = [0.3, 0.2];
/** Prefix of the values of changes that can be undone, and their score. */
const [UNDO, UNDOING] = ['undo ', 0.01];

let ranker = { typed: '', rank: labelRanker('') };

/** The score of an entry for the typed text: matching words score higher than matching letters. */
function scoreOf(value: string, typed: string, keywords: readonly string[] = []): number {
  if (ranker.typed !== typed) ranker = { typed, rank: labelRanker(typed) };
  const [label = value] = keywords;
  const rank = ranker.rank(label);
  // Enter alone must undo nothing while there is any other entry.
  if (value.startsWith(UNDO)) {
    if (UNDO.startsWith(typed.toLowerCase())) return 1;
    return rank > 0 || defaultFilter(label, typed) > 0 ? UNDOING : 0;
  }
  if (rank > 0) return rank;
  return value.startsWith(FOUND) ? ELSEWHERE : LETTERS * defaultFilter(label, typed);
}

interface Selection {
  readonly selected: string;
  readonly select: (value: string) => void;
  readonly search: (text: string) => void;
  /** Selects the new best entry, unless the person has moved the selection since they typed. */
  readonly follow: (value: string) => void;
  /** Called with each key and each pointer move, before its effect. */
  readonly moved: () => void;
}

/**
 * The entry that Enter runs: the best match of a search. Without a search it is `first`, because Enter alone must not
 * undo the changes above it.
 */
function useSelection(first: string): Selection {
  const [selected, setSelected] = useState(first);
  const isCleared = useRef(false);
  const hasMoved = useRef(false);
  const select = useCallback(
    (value: string) => {
      setSelected(isCleared.current ? first : value);
    },
    [first],
  );
  const search = useCallback(
    (text: string) => {
      isCleared.current = text === '';
      hasMoved.current = false;
      if (isCleared.current) setSelected(first);
    },
    [first],
  );
  const follow = useCallback((value: string) => {
    if (!hasMoved.current) setSelected(value);
  }, []);
  const moved = useCallback(() => {
    isCleared.current = false;
    hasMoved.current = true;
  }, []);
  return { selected, select, search, follow, moved };
}
