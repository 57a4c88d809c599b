import type { ReactNode } from 'react';

import { PageHeading } from '#elements/web/page/page-heading.tsx';

interface SessionHeaderProps {
  readonly title: string;
  readonly progress: ReactNode;
  /** On the narrowest phones the progress is below the title: there is no room for it at its side. */
  readonly isStacked?: boolean;
  readonly children: ReactNode;
}

export function SessionHeader({ title, progress, isStacked = false, children }: SessionHeaderProps) {
  return (
    <header className="@container flex-none border-b border-line">
      <div className="flex h-14 items-center gap-1.5 pr-2 pl-4 wide:gap-3 wide:px-6 short:h-10">
        <div
          className={`contents ${isStacked ? 'max-[380px]:flex max-[380px]:min-w-0 max-[380px]:flex-1 max-[380px]:flex-col' : ''}`}
        >
          <PageHeading
            title={title}
            className="min-w-0 flex-1 wide:min-w-14 text-[1rem] leading-tight font-semibold wide:flex-initial"
          >
            <span
              dir="auto"
              title={title}
              className="block truncate max-wide:line-clamp-2 max-wide:text-sm max-wide:leading-tight max-wide:wrap-anywhere max-wide:whitespace-normal"
            >
              {title}
            </span>
          </PageHeading>
          {progress}
        </div>
        <span className="ml-auto hidden wide:block" />
        {children}
      </div>
    </header>
  );
}
