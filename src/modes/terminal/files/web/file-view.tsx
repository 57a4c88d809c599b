import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

import { Button } from '#elements/web/button.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { CodeText } from '#elements/web/text/code-text.tsx';
import { languageOf } from '#text/domain/code-languages.ts';
import { type CodeToken, codeTokens } from '#text/domain/code-tokens.ts';

import { imageUrl, textQuery } from './queries.ts';

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

interface FileViewProps {
  readonly session: string;
  readonly path: string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly lines: LineRange | null;
  readonly onLines: (lines: LineRange) => void;
}

const MB = 1024 * 1024;
const NO_TOKENS: readonly CodeToken[] = [];

/** Shows a file: a text with syntax colours, an image, or the reason why it is not shown. */
export function FileView({ session, path, scroller, lines, onLines }: FileViewProps) {
  const read = useQuery(textQuery(session, path));
  const { data } = read;
  if (!data) return <QueryState of={read} />;
  if (data.kind === 'image')
    return (
      <div className="p-4">
        <img src={imageUrl(session, path)} alt={path} className="max-w-full border border-line bg-surface" />
      </div>
    );
  const words =
    data.kind === 'large'
      ? `It has ${(data.bytes / MB).toFixed(1)} MB. Up to 2 MB are shown here.`
      : data.kind === 'binary'
        ? 'It is no text in UTF-8.'
        : data.text === ''
          ? 'The file is empty.'
          : null;
  if (words !== null) return <p className="p-4 text-sm text-ink-soft">{words}</p>;
  return <Lines key={path} path={path} text={data.text} scroller={scroller} chosen={lines} onLines={onLines} />;
}

interface LinesProps {
  readonly path: string;
  readonly text: string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly chosen: LineRange | null;
  readonly onLines: (lines: LineRange) => void;
}

const ROW_PX = 22;
const BUFFER_PX = 600;

function Lines({ path, text, scroller, chosen, onLines }: LinesProps) {
  const rows = useMemo(() => text.replace(/\n$/u, '').split('\n'), [text]);
  const tokens = useMemo(() => {
    const language = languageOf(path);
    return language ? codeTokens(rows, language) : [];
  }, [rows, path]);
  const list = useRef<VirtualizerHandle>(null);
  const anchor = useRef(1);
  const [current, setCurrent] = useState(1);
  const choose = (line: number, isExtended: boolean) => {
    if (!isExtended) anchor.current = line;
    setCurrent(line);
    onLines({ from: Math.min(anchor.current, line), to: Math.max(anchor.current, line) });
  };
  const goTo = (line: number, isExtended: boolean) => {
    choose(line, isExtended);
    list.current?.scrollToIndex(line - 1, { align: 'nearest' });
    // A distant line is rendered in the next frame.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-line="${line}"] button`)?.focus({ preventScroll: true }),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(Math.max(1, Math.min(rows.length, current + step)), event.shiftKey);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the numbers in it are buttons
    <div dir="ltr" onKeyDown={onKeyDown} className="py-2 font-mono text-sm leading-[1.65]">
      <Virtualizer
        ref={list}
        data={rows}
        scrollRef={scroller}
        bufferSize={BUFFER_PX}
        itemSize={ROW_PX}
        keepMounted={[current - 1]}
      >
        {(row, at) => (
          <Line
            key={at}
            line={at + 1}
            text={row.endsWith('\r') ? row.slice(0, -1) : row}
            tokens={tokens[at] ?? NO_TOKENS}
            isCurrent={at + 1 === current}
            isChosen={chosen !== null && chosen.from <= at + 1 && at + 1 <= chosen.to}
            onChoose={(event) => choose(at + 1, event.shiftKey)}
          />
        )}
      </Virtualizer>
    </div>
  );
}

interface LineProps {
  readonly line: number;
  readonly text: string;
  readonly tokens: readonly CodeToken[];
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (event: MouseEvent) => void;
}

function Line({ line, text, tokens, isCurrent, isChosen, onChoose }: LineProps) {
  return (
    <div
      data-line={line}
      className={`grid grid-cols-[3.5rem_minmax(0,1fr)] ${isChosen ? 'bg-raised shadow-[inset_3px_0_var(--accent)]' : ''}`}
    >
      <button
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-label={`Line ${line}`}
        aria-pressed={isChosen}
        onClick={onChoose}
        className="flex min-h-6 cursor-pointer -outline-offset-2 justify-end pr-3 text-ink-soft select-none hover:text-ink hover:underline"
      >
        {line}
      </button>
      <span className="min-w-0 pr-4 whitespace-pre-wrap [overflow-wrap:anywhere] [tab-size:4]">
        <CodeText text={text} tokens={tokens} />
      </span>
    </div>
  );
}

interface AskBarProps {
  readonly lines: LineRange;
  readonly onAsk: () => void;
  readonly label: string;
}

/** Actions for the selected lines. */
export function AskBar({ lines: { from, to }, onAsk, label }: AskBarProps) {
  return (
    <div className="flex items-center gap-3 border-t border-line px-4 py-2">
      <span className="text-sm text-ink-faint tabular-nums">
        {from === to ? `Line ${from}` : `Lines ${from} to ${to}`}
      </span>
      <Button className="ml-auto" onClick={onAsk}>
        {label}
      </Button>
    </div>
  );
}
