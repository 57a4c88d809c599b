import type { MessageActionProps } from '#session/web/contribution/contribution.ts';

import { ExploreMessage } from '../asking/web/start/explore-message.tsx';
import { CopyCited } from '../citing/web/copy-cited.tsx';

export function ExploreMessageActions(message: MessageActionProps) {
  return (
    <>
      <CopyCited {...message} />
      <ExploreMessage {...message} />
    </>
  );
}
