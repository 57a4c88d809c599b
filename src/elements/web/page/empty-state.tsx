import type { ReactNode } from 'react';

/** Explains an empty place and offers the first step. */
export function EmptyState({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="py-4">
      <p className="max-w-[62ch] text-ink-soft">{children}</p>
      {action && <div className="mt-4 flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
