import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';

import { shownKeys, useOfferedActions } from '#elements/web/page/page-actions.ts';
import { setsQuery } from '#modes/recall/sets/web/queries.ts';
import { useBegin } from '#modes/recall/sets/web/use-begin.ts';
import { sessionsQuery } from '#session/web/session-queries.ts';
import { lastActionQuery } from '#undo/web/queries.ts';
import { useUndo } from '#undo/web/use-undo.ts';

import { places } from '../frame/places.ts';
import { settingsPages } from '../settings/settings-pages.ts';

export interface PaletteProps {
  readonly onClose: () => void;
}

const MOST_SESSIONS = 20;
const ITEM =
  'flex min-h-[38px] cursor-pointer items-center gap-3 rounded-small px-3 text-ink-soft data-[selected=true]:bg-raised data-[selected=true]:text-ink';
const GROUP =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-faint';

/** Everything one can go to or begin, under one field. Closing gives the focus back to where it was. */
export function Palette({ onClose }: PaletteProps) {
  const navigate = useNavigate();
  const { begin } = useBegin();
  const { data: sets = [] } = useQuery(setsQuery);
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const { data: last } = useQuery(lastActionQuery);
  const undo = useUndo();
  const here = useOfferedActions();
  const mayBegin = sets.filter(({ points }) => points > 0);
  const hasGone = useRef(false);
  const afterwards = useRef<() => void>(null);
  const [before] = useState(() => document.activeElement);
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    // What was chosen opens a page, and that takes the focus.
    if (!hasGone.current && before instanceof HTMLElement) before.focus();
    afterwards.current?.();
  };
  const choose = (act: () => unknown) => () => {
    hasGone.current = true;
    onClose();
    act();
  };
  /** The page stays: the focus goes back to where it was, and then it is done. */
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
              <Command.Empty className="px-3 py-4 text-ink-faint">Nothing is called that.</Command.Empty>
              {here.length > 0 && (
                <Command.Group heading="Here" className={GROUP}>
                  {here.map(({ label, keys, run }) => (
                    <Command.Item key={label} className={ITEM} value={`here ${label}`} onSelect={stayAnd(run)}>
                      {label}
                      {keys !== undefined && <Keys>{shownKeys(keys)}</Keys>}
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              <Command.Group heading="Go to" className={GROUP}>
                {places.map(({ to, label }) => (
                  <Command.Item
                    key={to}
                    className={ITEM}
                    value={`go ${label}`}
                    onSelect={choose(() => navigate({ to }))}
                  >
                    {label}
                  </Command.Item>
                ))}
                <Command.Item
                  className={ITEM}
                  value="go Statistics"
                  onSelect={choose(() => navigate({ to: '/recall/statistics' }))}
                >
                  Statistics
                </Command.Item>
                {settingsPages.slice(1).map(({ to, label }) => (
                  <Command.Item
                    key={to}
                    className={ITEM}
                    value={`go Settings ${label}`}
                    onSelect={choose(() => navigate({ to }))}
                  >
                    Settings, {label}
                  </Command.Item>
                ))}
              </Command.Group>
              {mayBegin.length > 0 && (
                <Command.Group heading="Recall" className={GROUP}>
                  {mayBegin.map((set) => (
                    <Command.Item
                      key={set.id}
                      className={ITEM}
                      value={`begin ${set.title} ${set.id}`}
                      onSelect={choose(() => begin(set.id))}
                    >
                      <span className="truncate">
                        {set.openSession === null ? 'Begin' : 'Continue'} <bdi>{set.title}</bdi>
                      </span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              {sets.length > 0 && (
                <Command.Group heading="Sets" className={GROUP}>
                  {sets.map((set) => (
                    <Command.Item
                      key={set.id}
                      className={ITEM}
                      value={`set ${set.title} ${set.id}`}
                      onSelect={choose(() => navigate({ to: '/recall/$setId', params: { setId: set.id } }))}
                    >
                      <span dir="auto" className="truncate">
                        {set.title}
                      </span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              {sessions.length > 0 && (
                <Command.Group heading="Sessions" className={GROUP}>
                  {sessions.slice(0, MOST_SESSIONS).map(({ session, title, status }) => (
                    <Command.Item
                      key={session}
                      className={ITEM}
                      value={`session ${title} ${session}`}
                      onSelect={choose(() => navigate({ to: '/session/$sessionId', params: { sessionId: session } }))}
                    >
                      <span dir="auto" className="truncate">
                        {title}
                      </span>
                      <span className="ml-auto text-xs text-ink-faint">{status === 'complete' ? 'over' : status}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              {/* Last: what stands first is chosen by Enter alone, and nothing is taken back by reflex. */}
              {last && (
                <Command.Group heading="Undo" className={GROUP}>
                  <Command.Item className={ITEM} value={`undo ${last.label}`} onSelect={stayAnd(undo)}>
                    <span className="truncate">
                      Undo: <bdi>{last.label}</bdi>
                    </span>
                    <Keys>Ctrl/Cmd-Z</Keys>
                  </Command.Item>
                </Command.Group>
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Keys({ children }: { readonly children: string }) {
  return <span className="ml-auto shrink-0 pl-3 text-xs text-ink-faint">{children}</span>;
}
