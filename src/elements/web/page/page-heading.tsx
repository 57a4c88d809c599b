import { type ReactNode, useEffect, useRef } from 'react';

import { setPageTitle } from './page-title.ts';

let isFirstPage = true;

interface PageHeadingProps {
  /** The title of the browser tab. */
  readonly title: string;
  readonly children?: ReactNode;
  readonly className?: string;
}

/** As high as a button, so that headings have the same position with and without controls beside them. */
export const HEADING = 'font-serif text-xl leading-[34px] font-semibold tracking-[-0.015em]';

/** The heading of a page. It takes the focus after a navigation, so that reading starts there. */
export function PageHeading({ title, children, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFirstPage) isFirstPage = false;
    else heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => setPageTitle(title), [title]);
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto" className={className ?? HEADING}>
      {children ?? title}
    </h1>
  );
}
