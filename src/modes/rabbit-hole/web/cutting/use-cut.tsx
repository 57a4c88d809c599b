import { type ReactNode, useCallback, useMemo, useState } from 'react';

import { type PageAction, usePageActions } from '#elements/web/page/page-actions.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';
import { useRequests } from '#session/web/use-requests.ts';
import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import { quotedTopic } from '../../domain/quoted-topic.ts';
import { CutDialog } from './cut-dialog.tsx';
import { exchangesOf } from './exchanges.ts';

const NO_ACTIONS: readonly PageAction[] = [];

interface Cutting {
  readonly dialog: ReactNode;
  /** Opens the dialog at a message; null for one that cannot be taken out. */
  readonly beginAt: ((messageId: string) => (() => void) | null) | null;
  readonly restore: (holeId: string) => void;
}

/** Messages of the trunk become a rabbit hole, and go back: by a button of each message, and from the palette. */
export function useCut({ state }: OpenSession, mayCut: boolean): Cutting {
  const { session, messages } = state;
  const ask = useRequests(session);
  const notify = useNotifyUndoable();
  const [at, setAt] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const exchanges = useMemo(() => (mayCut ? exchangesOf(messages) : []), [mayCut, messages]);
  const close = useCallback(() => setAt(null), []);
  const byMessage = useMemo(
    () => new Map(exchanges.flatMap(({ id, messageIds }) => messageIds.map((each) => [each, id] as const))),
    [exchanges],
  );
  const beginAt = useCallback(
    (messageId: string) => {
      const exchange = byMessage.get(messageId);
      return exchange === undefined ? null : () => setAt(exchange);
    },
    [byMessage],
  );
  const latest = exchanges.at(-1)?.id;
  usePageActions(
    useMemo(
      () => (latest === undefined ? NO_ACTIONS : [{ label: 'This was a tangent', run: () => setAt(latest) }]),
      [latest],
    ),
  );
  const restore = useCallback((holeId: string) => ask({ type: 'restore_tangent', rabbitholeEventId: holeId }), [ask]);
  const isHeld = at !== null && exchanges.some(({ id }) => id === at);
  const dialog = isHeld && (
    <CutDialog
      exchanges={exchanges}
      messages={messages}
      at={at}
      isBusy={isBusy}
      onClose={close}
      onCut={(cut) => {
        setBusy(true);
        ask({ type: 'cut_tangent', ...cut }, (isDone) => {
          setBusy(false);
          if (!isDone) return;
          close();
          void notify({ text: `${quotedTopic(cut.topic)} is a rabbit hole now.` });
        });
      }}
    />
  );
  return { dialog, beginAt: mayCut ? beginAt : null, restore };
}
