import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';

import { Button } from '#elements/web/button.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { messageOf } from '#http-client/web/api.ts';

import type { ExploreView, PreviewAnswer, UsagePart } from '../../../protocol.ts';
import { turnContextQuery } from '../queries.ts';
import { excluded, pinned, useChangeSources } from '../session/use-change-sources.ts';
import { voiceWords } from '../voice/voice-words.ts';
import { ContextChoice } from './context-choice.tsx';
import { ContextList } from './context-list.tsx';
import { meaningWords, sourcesWords, tokensWords } from './context-words.ts';
import { panelRows, type ShownContext } from './panel-rows.ts';
import { WindowBar } from './window-bar.tsx';

/** What the panel shows: the context of a reply, or of the next message. */
export type Shown = { readonly reply: string } | 'next';

export interface ContextPanelProps {
  readonly session: string;
  readonly explore: ExploreView;
  readonly preview: { readonly answer: PreviewAnswer | undefined; readonly error: Error | null };
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
  /** What the request of the shown reply used, where that is known. */
  readonly usage: UsagePart | null;
}

/** What the model sees: of the reply that is shown, or of what would be sent now. */
export function ContextPanel({ session, explore, preview, shown, onShow, usage }: ContextPanelProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const change = useChangeSources(session);
  const reply = shown === 'next' ? null : shown.reply;
  const isLatest = reply !== null && reply === explore.context?.messageId;
  const older = useQuery({
    ...turnContextQuery(session, reply ?? ''),
    enabled: reply !== null && !isLatest,
  });
  const turn = reply === null ? null : isLatest ? explore.context : (older.data ?? null);
  const context = useMemo<ShownContext | null>(() => {
    if (reply === null) return preview.answer ?? null;
    return turn && { sources: turn.sources, window: turn.window, turn };
  }, [reply, turn, preview.answer]);
  const rows = useMemo(() => (context ? panelRows(context, explore) : []), [context, explore]);
  const error = reply === null ? preview.error : older.error;
  const latest = explore.context?.messageId;
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-4 pt-4 pb-10 wide:px-6">
      <fieldset aria-label="Which context" className="flex gap-1 text-xs">
        {latest !== undefined && (
          <Button
            look="quiet"
            aria-pressed={isLatest}
            className="min-h-[28px] px-2 py-0.5 text-xs aria-pressed:bg-raised aria-pressed:text-ink"
            onClick={() => onShow({ reply: latest })}
          >
            Last answer
          </Button>
        )}
        <Button
          look="quiet"
          aria-pressed={reply === null}
          className="min-h-[28px] px-2 py-0.5 text-xs aria-pressed:bg-raised aria-pressed:text-ink"
          onClick={() => onShow('next')}
        >
          Next message
        </Button>
        {reply !== null && !isLatest && <span className="self-center px-2 text-ink-soft">An earlier answer</span>}
      </fieldset>
      {error && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {messageOf(error)}
        </p>
      )}
      {!context && !error && <QuietLoading />}
      {context && (
        <>
          <p className="mt-2 mb-2 text-xs text-ink-soft">{sourcesWords(context)}</p>
          <WindowBar window={context.window} />
          <p className="mt-1.5 text-xs text-ink-soft tabular-nums">{tokensWords(context.window, usage)}</p>
          {turn && (
            <p className="mt-1 text-xs text-ink-faint">
              {`${voiceWords(turn.voice.personName)}. ${wasLimited(context, explore) ? 'Other buckets are left out.' : meaningWords(turn.meaning)}`}
            </p>
          )}
          {turn?.notes.map(({ message, remedy }) => (
            <p key={message} role="note" className="mt-2 border-l-2 border-warn pl-3 text-sm text-ink-soft">
              {`${message} ${remedy}`}
            </p>
          ))}
          <ContextChoice explore={explore} session={session} onChange={(next) => void change(() => next)} />
          <ContextList
            rows={rows}
            choice={explore}
            scroller={scroller}
            onPin={(id, isPinned) => void change(pinned(id, isPinned))}
            onExclude={(id, isExcluded) => void change(excluded(id, isExcluded))}
          />
        </>
      )}
    </div>
  );
}

/** Nothing from outside pins and bucket was searched for. */
function wasLimited({ sources }: Pick<PreviewAnswer, 'sources'>, { includeAllBuckets }: ExploreView): boolean {
  return !includeAllBuckets && !sources.some(({ retrievalMethod }) => retrievalMethod === 'semantic');
}
