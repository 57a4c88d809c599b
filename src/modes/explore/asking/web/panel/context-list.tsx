import { type RefObject, useMemo, useState } from 'react';
import { Virtualizer } from 'virtua';

import { figure } from '#elements/web/text/figures.ts';

import type { SourceChoice } from '../../../protocol.ts';
import type { PanelRow } from './panel-rows.ts';
import { SourceEntry, type SourceEntryActions } from './source-entry.tsx';

interface ContextListProps extends SourceEntryActions {
  readonly rows: readonly PanelRow[];
  readonly choice: SourceChoice;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Lists up to this length are rendered completely. */
const FEW = 60;
const BUFFER_PX = 400;

/** The sources under their headings. Of a long list only what is near the viewport is rendered. */
export function ContextList({ rows, choice, scroller, onPin, onExclude }: ContextListProps) {
  const [now] = useState(Date.now);
  const pinned = useMemo(() => new Set(choice.manualSourceIds), [choice.manualSourceIds]);
  const excluded = useMemo(() => new Set(choice.excludedSourceIds), [choice.excludedSourceIds]);
  const render = (row: PanelRow) => {
    if (row.kind === 'heading') return <Heading key={row.id} title={row.title} count={row.count} />;
    if (row.kind === 'gone') return <Gone key={row.id} title={row.title} />;
    return (
      <SourceEntry
        key={row.id}
        source={row.source}
        place={row.place}
        isNew={row.isNew}
        isPinned={pinned.has(row.id)}
        isExcluded={excluded.has(row.id)}
        now={now}
        onPin={onPin}
        onExclude={onExclude}
      />
    );
  };
  if (rows.length <= FEW) return <>{rows.map(render)}</>;
  return (
    <Virtualizer data={rows} scrollRef={scroller} bufferSize={BUFFER_PX}>
      {render}
    </Virtualizer>
  );
}

function Heading({ title, count }: { readonly title: string; readonly count: number }) {
  return (
    <h3 className="flex items-baseline gap-2 pt-4 pb-1.5 text-xs font-semibold text-ink-soft">
      <span dir="auto" className="truncate">
        {title}
      </span>
      <span className="tabular-nums">{figure(count)}</span>
    </h3>
  );
}

function Gone({ title }: { readonly title: string }) {
  return (
    <p dir="auto" className="truncate border-t border-line py-1.5 text-left text-sm text-ink-faint">
      {title}
    </p>
  );
}
