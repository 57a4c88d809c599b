import type { ReactNode } from 'react';

import { PageHeading } from './page-heading.tsx';

interface PageHeaderProps {
  readonly title: string;
  /** Before the title: the way back. */
  readonly back?: ReactNode;
  /** At the right end: links first, the primary action last. */
  readonly children?: ReactNode;
}

/** The heading of a list or of a page, with its controls in the same place on every screen. */
export function PageHeader({ title, back, children }: PageHeaderProps) {
  return (
    <div className="[&>h1]:mr-auto flex min-h-[34px] flex-wrap items-center gap-x-1.5 gap-y-2">
      {back}
      <PageHeading title={title} />
      {children}
    </div>
  );
}

/** A link among the controls, which looks like a quiet button. */
export const HEADER_LINK =
  'inline-flex min-h-[34px] items-center rounded-small px-2 text-sm font-medium text-ink-soft hover:bg-raised hover:text-ink';
