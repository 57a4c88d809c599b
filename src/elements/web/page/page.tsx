import { type ReactNode, type RefObject, useRef } from 'react';

import { useFocusKept } from '../focus/use-focus-kept.ts';

interface PageProps {
  readonly children: ReactNode;
  readonly width?: 'wide' | 'reading';
  readonly scroller?: RefObject<HTMLDivElement | null>;
}

export function Page({ children, width = 'wide', scroller }: PageProps) {
  const own = useRef<HTMLDivElement>(null);
  const page = scroller ?? own;
  useFocusKept(page);
  return (
    <div ref={page} className="min-h-0 flex-1 scrolls [overflow-anchor:none]">
      <div
        className={`mx-auto w-full px-4 py-5 wide:px-6 wide:py-6 ${width === 'wide' ? 'max-w-[1080px]' : 'max-w-[720px]'}`}
      >
        {children}
      </div>
    </div>
  );
}

interface CardProps {
  readonly title: string;
  /** Explains a term of the title, as a tooltip. */
  readonly hint?: string | undefined;
  readonly children: ReactNode;
  readonly className?: string;
  /** To the right of the title. */
  readonly aside?: ReactNode;
}

export function Card({ title, hint, children, className = '', aside }: CardProps) {
  return (
    <section className={`min-w-0 rounded-medium border border-line bg-surface px-4 pt-4 pb-5 wide:px-5 ${className}`}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-sm leading-snug font-semibold" title={hint}>
          {title}
        </h2>
        {aside !== undefined && <div className="text-sm text-ink-faint">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
