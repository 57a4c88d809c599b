import { type ReactNode, useEffect, useRef } from 'react';

import { setPageTitle } from './page-title.ts';

let isFirstPage = true;

interface PageHeadingProps {
  /** The title of the browser tab. */
  readonly title: string;
  readonly children?: ReactNode;
  readonly className?: string;
}

/** The heading of a page. It takes the focus after a navigation, so that reading starts there. */
export function PageHeading({ title, children, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFirstPage) isFirstPage = false;
    else heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => setPageTitle(title), [title]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      dir="auto"
      className={className ?? 'font-serif text-xl leading-tight font-semibold tracking-[-0.015em]'}
    >
      {children ?? title}
    </h1>
  );
}
