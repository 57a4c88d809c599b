import type { ReactNode } from 'react';

/** What this place is for, and what to do first. */
export function EmptyState({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="py-4">
      <p className="max-w-[62ch] text-ink-soft">{children}</p>
      {action && <div className="mt-4 flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
