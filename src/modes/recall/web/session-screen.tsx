import type { ModeScreenProps } from '#session/web/mode-screen.ts';

import type { RecallView } from '../asking/protocol.ts';
import { ActiveSession } from '../asking/web/active/active-session.tsx';
import { FinishedSession } from '../reviews/web/finished/finished-session.tsx';
import { ImagesOfSets } from '../sets/web/images/image-context.tsx';

/** A recall session: its conversation, or its review once it is finished. */
export function SessionScreen(props: ModeScreenProps) {
  const { status, modes } = props.view.state;
  const { setIds } = modes['recall'] as RecallView;
  return (
    <ImagesOfSets setIds={setIds}>
      {status === 'complete' ? <FinishedSession {...props} /> : <ActiveSession {...props} />}
    </ImagesOfSets>
  );
}
