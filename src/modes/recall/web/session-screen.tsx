import type { ModeScreenProps } from '#session/web/mode-screen.ts';

import { ActiveSession } from '../asking/web/active/active-session.tsx';
import { FinishedSession } from '../reviews/web/finished/finished-session.tsx';

/** A recall session: its conversation, or its review once it is finished. */
export function SessionScreen(props: ModeScreenProps) {
  return props.view.state.status === 'complete' ? <FinishedSession {...props} /> : <ActiveSession {...props} />;
}
