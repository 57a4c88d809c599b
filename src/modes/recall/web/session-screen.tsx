import type { HostScreenProps } from '#session/web/inner/inner-mode.ts';

import { ActiveSession } from '../asking/web/active/active-session.tsx';
import { FinishedSession } from '../reviews/web/finished/finished-session.tsx';

/** A recall session: the conversation while it lasts, and what it came to once it is over. */
export function SessionScreen(props: HostScreenProps) {
  return props.view.state.status === 'complete' ? <FinishedSession {...props} /> : <ActiveSession {...props} />;
}
