import { useState } from 'react';

import { dayLabel } from './rows.ts';

export function DayMark({ day }: { readonly day: string }) {
  const [now] = useState(() => Date.now());
  return (
    <div className="flex items-center gap-3 pb-6 text-xs text-ink-faint">
      <span>{dayLabel(day, now)}</span>
      <span className="flex-1 border-t border-line" />
    </div>
  );
}
