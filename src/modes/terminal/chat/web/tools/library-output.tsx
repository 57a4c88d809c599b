import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';

import type { QuotedPassage } from '#library/search/domain/passages-text.ts';

import type { LibraryAnswer } from '../../domain/shown/library-answer.ts';

interface FoundPassagesProps {
  readonly passages: readonly QuotedPassage[];
  /** The text from which the passages were read. */
  readonly children: ReactNode;
}

const SHOWN = 3;

/** Passages that one of Warren's tools gave Claude Code, each with a link to its place in the source. */
export function FoundPassages({ passages, children }: FoundPassagesProps) {
  const list = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ol id={list} aria-label="Passages" className="flex flex-col gap-2.5">
        {(isOpen ? passages : passages.slice(0, SHOWN)).map(({ title, sourceId, passage, start, text }) => (
          <li key={`${sourceId} ${start}`} className="min-w-0 text-sm">
            <SourceLink title={title} sourceId={sourceId} passage={passage} />
            <blockquote
              dir="auto"
              className="mt-0.5 line-clamp-3 border-l-2 border-line pl-2 font-serif text-ink-soft [overflow-wrap:anywhere]"
            >
              {text}
            </blockquote>
          </li>
        ))}
      </ol>
      {passages.length > SHOWN && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setOpen(!isOpen)}
          className="min-h-6 self-start rounded-small text-xs text-accent-text hover:underline"
        >
          {isOpen ? 'Show fewer' : `Show all ${String(passages.length)} passages`}
        </button>
      )}
      <details className="text-xs text-ink-faint">
        <summary className="min-h-6 cursor-pointer">The answer as Claude Code got it</summary>
        {children}
      </details>
    </>
  );
}

/** A source that Claude Code kept, or that existed already. */
export function KeptSource({ kept }: { readonly kept: NonNullable<LibraryAnswer['kept']> }) {
  return (
    <p className="text-sm">
      {kept.isNew ? 'Kept: ' : 'It was in the library already: '}
      <SourceLink {...kept} passage={null} />
    </p>
  );
}

function SourceLink({ title, sourceId, passage }: Pick<QuotedPassage, 'title' | 'sourceId' | 'passage'>) {
  return (
    <Link
      to="/library/{-$sourceId}"
      params={{ sourceId }}
      {...(passage !== null && { hash: `p${passage}` })}
      dir="auto"
      className="rounded-small font-medium underline decoration-line-strong underline-offset-2 [overflow-wrap:anywhere] hover:decoration-current"
    >
      {title === '' ? 'A source without a title' : title}
    </Link>
  );
}
