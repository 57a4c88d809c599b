import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { PageHeading } from '#elements/web/page/page-heading.tsx';

interface SessionHeaderProps {
  readonly title: string;
  /** Below the title on a phone, which has no room beside it. */
  readonly progress: ReactNode;
  /** The way back, which comes first on a phone. Elsewhere the rail or a button of the mode leads there. */
  readonly back?: { readonly label: string; readonly go: () => void };
  readonly children: ReactNode;
}

export function SessionHeader({ title, progress, back, children }: SessionHeaderProps) {
  return (
    <header className="@container flex-none border-b border-line">
      <div
        className={`flex h-14 items-center gap-1.5 pr-2 wide:gap-3 wide:px-6 short:h-10 ${back ? 'pl-1.5' : 'pl-4'}`}
      >
        {back && (
          <IconButton label={back.label} className="wide:hidden" onClick={back.go}>
            <Icon of={ArrowLeft} />
          </IconButton>
        )}
        <div className="flex min-w-0 flex-1 flex-col gap-1 wide:contents">
          <PageHeading title={title} className="min-w-0 wide:min-w-14 text-[1rem] leading-tight font-semibold">
            <span
              dir="auto"
              title={title}
              className="block truncate max-wide:line-clamp-2 max-wide:text-sm max-wide:leading-tight max-wide:wrap-anywhere max-wide:whitespace-normal short:line-clamp-1"
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
