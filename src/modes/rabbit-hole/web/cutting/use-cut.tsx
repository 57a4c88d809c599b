import { Scissors } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { type PageAction, usePageActions } from '#elements/web/page/page-actions.ts';
import type { OpenSession } from '#session/web/mode-screen.ts';
import { SelectionToolbar } from '#session/web/selection/selection-bar.tsx';
import { useSelectedMessages } from '#session/web/selection/use-selected-words.ts';
import { useRequests } from '#session/web/use-requests.ts';
import { useNotifyUndoable } from '#undo/web/use-undo.ts';

import { quotedTopic } from '../../domain/quoted-topic.ts';
import { CutDialog } from './cut-dialog.tsx';
import { exchangesOf } from './exchanges.ts';

const NO_ACTIONS: readonly PageAction[] = [];
/** The width of the button beside selected messages. */
const CUT_PX = 168;

interface Cutting {
  readonly parts: ReactNode;
  /** Opens the dialog at a message; null for one that cannot be cut. */
  readonly beginAt: ((messageId: string) => (() => void) | null) | null;
  readonly restore: (holeId: string) => void;
}

/**
 * Cuts messages of the trunk into a rabbit hole, and restores them: by a button of each message, beside selected text,
 * and from the palette.
 */
export function useCut({ state }: OpenSession, mayCut: boolean): Cutting {
  const { session, messages } = state;
  const ask = useRequests(session);
  const notify = useNotifyUndoable();
  const [asked, setAsked] = useState<{ readonly from: string; readonly to: string } | null>(null);
  const { selected, forget } = useSelectedMessages(mayCut);
  const [isBusy, setBusy] = useState(false);
  const exchanges = useMemo(() => (mayCut ? exchangesOf(messages) : []), [mayCut, messages]);
  const close = useCallback(() => setAsked(null), []);
  const byMessage = useMemo(
    () => new Map(exchanges.flatMap(({ id, messageIds }) => messageIds.map((each) => [each, id] as const))),
    [exchanges],
  );
  const beginAt = useCallback(
    (messageId: string) => {
      const exchange = byMessage.get(messageId);
      return exchange === undefined ? null : () => setAsked({ from: exchange, to: exchange });
    },
    [byMessage],
  );
  const latest = exchanges.at(-1)?.id;
  usePageActions(
    useMemo(
      () =>
        latest === undefined
          ? NO_ACTIONS
          : [{ label: 'This was a tangent', run: () => setAsked({ from: latest, to: latest }) }],
      [latest],
    ),
  );
  const restore = useCallback((holeId: string) => ask({ type: 'restore_tangent', rabbitholeEventId: holeId }), [ask]);
  const isHeld = asked !== null && exchanges.some(({ id }) => id === asked.from);
  const dialog = isHeld && (
    <CutDialog
      exchanges={exchanges}
      messages={messages}
      asked={asked}
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
  const first = selected && byMessage.get(selected.from);
  const last = selected && byMessage.get(selected.to);
  const bar = selected && first !== undefined && last !== undefined && (
    <SelectionToolbar box={selected.box} needed={CUT_PX}>
      <Button
        className="shadow-float"
        style={{ width: CUT_PX }}
        onClick={() => {
          document.getSelection()?.removeAllRanges();
          forget();
          setAsked({ from: first ?? '', to: last ?? '' });
        }}
      >
        <Icon of={Scissors} />
        This was a tangent
      </Button>
    </SelectionToolbar>
  );
  return {
    parts: (
      <>
        {dialog}
        {bar}
      </>
    ),
    beginAt: mayCut ? beginAt : null,
    restore,
  };
}
