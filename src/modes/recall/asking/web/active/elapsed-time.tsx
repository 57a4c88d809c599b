import { useNow } from '#elements/web/page/use-now.ts';
import type { SessionState } from '#session/protocol.ts';

import { activeMs, clock } from '../active-time.ts';

/** The time spent in a session, running while it is open. Hidden if not all messages are loaded. */
export function ElapsedTime({ state }: { readonly state: SessionState }) {
  const now = useNow(1_000);
  if (state.messageCount > state.messages.length) return null;
  return (
    <span
      role="timer"
      aria-label="Time in this session"
      title="Time in this session, without pauses"
      className="hidden shrink-0 text-sm @min-[560px]:inline whitespace-nowrap text-ink-faint tabular-nums"
    >
      {clock(activeMs(state.messages, now))}
    </span>
  );
}
