import type { ModeScreenProps } from '#session/web/mode-screen.ts';

import { ActiveSession } from './active/active-session.tsx';
import { FinishedSession } from './finished/finished-session.tsx';

/** A recall session: the conversation while it lasts, and what it came to once it is over. */
export function SessionScreen({ view }: ModeScreenProps) {
  return view.state.status === 'complete' ? <FinishedSession view={view} /> : <ActiveSession view={view} />;
}
