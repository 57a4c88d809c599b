import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';

import { countedNames } from '../../domain/shown/tool-title.ts';
import type { ToolPart } from '../../protocol.ts';
import { ToolCard } from './tool-card.tsx';

/** Calls that follow one another: one by itself, more as a count to open. The one in progress always shows. */
export function ToolGroup({ tools }: { readonly tools: readonly ToolPart[] }) {
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  const [only] = tools;
  if (only && tools.length === 1) return <ToolCard tool={only} />;
  const shown = isOpen ? tools : tools.filter(({ isComplete }) => !isComplete);
  const failed = tools.filter(({ isError, ending }) => isError || ending !== undefined).length;
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-[34px] w-full items-center gap-2 rounded-medium border border-line px-2.5 text-left text-sm hover:bg-raised"
      >
        <ChevronRight
          size={14}
          strokeWidth={1.7}
          aria-hidden="true"
          className={`flex-none text-ink-faint ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className="flex-none font-medium">{tools.length} tool calls</span>
        <span className="min-w-0 flex-1 truncate text-xs text-ink-soft">
          {countedNames(tools.map(({ name }) => name))}
        </span>
        {failed > 0 && <span className="flex-none text-xs text-bad">{failed} failed</span>}
      </button>
      <ul id={list} className="flex flex-col gap-2 pl-3 empty:hidden">
        {shown.map((tool) => (
          <li key={tool.id} className="min-w-0">
            <ToolCard tool={tool} />
          </li>
        ))}
      </ul>
    </div>
  );
}
