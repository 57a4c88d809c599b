import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { QuietLoading } from '#elements/web/page/quiet-loading.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { SelectField } from '#elements/web/text-field.tsx';
import { figure } from '#elements/web/text/figures.ts';
import { overviewQuery } from '#library/sources/web/queries.ts';
import { useRequests } from '#session/web/use-requests.ts';

import type {
  CheckPart,
  ContextWindow,
  ExploreView,
  PreviewAnswer,
  RetrievedSource,
  SourceChoice,
  TurnContext,
  UsagePart,
} from '../../../protocol.ts';
import { turnContextQuery } from '../queries.ts';
import { excluded, pinned, useChangeSources } from '../session/use-change-sources.ts';
import { useVoices } from '../voice/use-voices.ts';
import { VoiceChooser } from '../voice/voice-chooser.tsx';
import { WithoutSource } from '../without/without-source.tsx';
import { ContextList } from './context-list.tsx';
import { historyWords, meaningWords, sourcesWords, tokensWords, voiceWords } from './context-words.ts';
import { panelRows, type ShownContext } from './panel-rows.ts';

/** The context to show: of a reply, or of the next message. */
export type Shown = { readonly reply: string } | 'next';

export interface ContextPanelProps {
  readonly session: string;
  readonly explore: ExploreView;
  readonly preview: { readonly answer: PreviewAnswer | undefined; readonly error: Error | null };
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
  /** The usage of the shown reply's request, if known. */
  readonly usage: UsagePart | null;
  /** The check of its cited sentences by a model, if there was one. */
  readonly check: CheckPart | null;
  /** The complete last answer; null without one, or if it is a draft. */
  readonly lastAnswer: string | null;
}

/** Shows what the model sees for the shown reply, or would see for the next message. */
export function ContextPanel({
  session,
  explore,
  preview,
  shown,
  onShow,
  usage,
  check,
  lastAnswer,
}: ContextPanelProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const change = useChangeSources(session);
  const [leftOut, setLeftOut] = useState<RetrievedSource | null>(null);
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
    <div ref={scroller} className="min-h-0 flex-1 scrolls px-4 pt-4 pb-10 wide:px-6">
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
      <FailureText error={error} className="mt-3" />
      {!context && !error && <QuietLoading />}
      {context && (
        <>
          <p className="mt-2 mb-2 text-xs text-ink-soft">{sourcesWords(context)}</p>
          <WindowBar window={context.window} />
          <p className="mt-1.5 text-xs text-ink-soft tabular-nums">{tokensWords(context.window, usage, check)}</p>
          {turn?.begins && (
            <p className="mt-1 text-xs text-ink-faint tabular-nums">
              {`${historyWords(context.window, turn.begins.left)}.`}
            </p>
          )}
          {turn && <HowFound turn={turn} isLimited={wasLimited(context, explore)} />}
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
            {...(isLatest && lastAnswer !== null && { onLeaveOut: setLeftOut })}
          />
        </>
      )}
      {leftOut && lastAnswer !== null && (
        <WithoutSource session={session} source={leftOut} answer={lastAnswer} onClose={() => setLeftOut(null)} />
      )}
    </div>
  );
}

/** Shows the voice of a reply, if there is a choice, and how sources from other buckets were found. */
function HowFound({ turn, isLimited }: { readonly turn: TurnContext; readonly isLimited: boolean }) {
  const voice = useVoices() === null ? '' : `${voiceWords(turn.voice.personName)}. `;
  const { words, details } = meaningWords(turn.meaning);
  if (isLimited || details === null)
    return (
      <p className="mt-1 text-xs text-ink-faint">{`${voice}${isLimited ? 'Other buckets are left out.' : words}`}</p>
    );
  return (
    <details className="mt-1 text-xs text-ink-faint">
      <summary className="min-h-6 cursor-pointer hover:text-ink">{`${voice}${words}`}</summary>
      {details}
    </details>
  );
}

/** Whether the search was limited to pins and bucket. */
function wasLimited({ sources }: Pick<PreviewAnswer, 'sources'>, { includeAllBuckets }: ExploreView): boolean {
  return !includeAllBuckets && !sources.some(({ retrievalMethod }) => retrievalMethod === 'semantic');
}

const accent = (percent: number) => `color-mix(in srgb, var(--accent) ${percent}%, var(--paper))`;

/** In the order of the request. */
const PARTS = [
  { part: 'system', name: 'rules and voice', color: 'var(--line-strong)' },
  { part: 'pinned', name: 'pinned', color: 'var(--accent)' },
  { part: 'bucket', name: 'bucket', color: accent(62) },
  { part: 'semantic', name: 'from other buckets', color: accent(34) },
  { part: 'history', name: 'conversation', color: 'var(--line)' },
] as const;

function WindowBar({ window }: { readonly window: ContextWindow }) {
  const { size, answer } = window;
  const parts = PARTS.filter(({ part }) => window[part] > 0);
  const words = [
    ...parts.map(({ part, name }) => `${name} ${figure(window[part])}`),
    `kept for the answer ${figure(answer)}`,
  ];
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn with spans
      role="img"
      aria-label={`Window of ${figure(size)} tokens: ${words.join(', ')}`}
      title={words.join(', ')}
      className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken forced-color-adjust-none"
    >
      {parts.map(({ part, color }) => (
        // Even the smallest part stays visible.
        <span
          key={part}
          className="min-w-0.5"
          style={{ width: `${(window[part] / size) * 100}%`, background: color }}
        />
      ))}
      <span className="ml-auto bg-raised" style={{ width: `${(answer / size) * 100}%` }} />
    </div>
  );
}

interface ContextChoiceProps {
  readonly explore: ExploreView;
  readonly session: string;
  readonly onChange: (change: Partial<SourceChoice>) => void;
}

const NONE = '';

/** Chooses the sources and the voice of the next messages. */
function ContextChoice({ explore, session, onChange }: ContextChoiceProps) {
  const { data: library } = useQuery(overviewQuery);
  const ask = useRequests(session);
  const hasVoices = useVoices() !== null;
  const { bucketId, includeAllBuckets, voice } = explore;
  const buckets = library?.buckets ?? [];
  const isGone = bucketId !== null && library !== undefined && !buckets.some(({ id }) => id === bucketId);
  return (
    <details className="mt-3 border-t border-line pt-1 text-sm">
      <summary className="cursor-pointer py-1.5 font-medium text-ink-soft hover:text-ink">
        {hasVoices ? 'Bucket and voice' : 'Bucket'}
      </summary>
      <div className="flex flex-col gap-3 pt-1 pb-3">
        <SelectField
          label="Bucket"
          value={bucketId ?? NONE}
          onChange={({ target }) => onChange({ bucketId: target.value === NONE ? null : target.value })}
        >
          <option value={NONE}>No bucket</option>
          {isGone && <option value={bucketId}>A bucket that was deleted</option>}
          {buckets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <label className="flex min-h-[34px] items-center gap-2.5">
          <input
            type="checkbox"
            checked={includeAllBuckets}
            onChange={({ target }) => onChange({ includeAllBuckets: target.checked })}
            className="size-4 accent-accent"
          />
          Find more in other buckets
        </label>
        <VoiceChooser
          voice={voice}
          onChoose={(chosen) => {
            if (chosen) ask({ type: 'set_voice', voice: chosen });
          }}
        />
      </div>
    </details>
  );
}
