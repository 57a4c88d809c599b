import { Button } from '#elements/web/button.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { messageOf } from '#http-client/web/api.ts';
import { useConversation } from '#session/web/conversation/conversation-context.ts';
import { ConversationProvider } from '#session/web/conversation/conversation-provider.tsx';
import { Conversation } from '#session/web/conversation/conversation.tsx';
import { SessionHeader } from '#session/web/conversation/session-header.tsx';
import { useInnerParts } from '#session/web/inner/inner-parts-context.ts';
import type { ModeScreenProps } from '#session/web/mode-screen.ts';
import { renameSession } from '#session/web/session-queries.ts';

import { citationsInline, CitingProvider } from '../../../citing/web/citing-provider.tsx';
import { SessionMenu } from './session-menu.tsx';

/** An explore session: the conversation, and beside it what the model sees. */
export function ExploreSession({ view }: ModeScreenProps) {
  return (
    <ConversationProvider view={view}>
      <CitingProvider>
        <ExploreConversation />
      </CitingProvider>
    </ConversationProvider>
  );
}

const WORDS = { label: 'Your message', placeholder: 'Push back, ask, or name an angle' };

function ExploreConversation() {
  const { view, leave } = useConversation();
  const { state } = view;
  const toast = useToast();
  const inner = useInnerParts();
  const { isInside } = inner;
  const rename = (title: string) => {
    renameSession(state.session, title).catch((error: unknown) => toast({ text: messageOf(error) }));
  };
  const menu = (
    <SessionMenu
      state={state}
      answering={inner.answering ?? state.agent}
      onRename={rename}
      {...(isInside && { onLeave: leave })}
    />
  );
  const header = (
    <SessionHeader title={state.title} progress={null}>
      {inner.tools}
      <Button look="quiet" className="px-2 wide:px-3" onClick={leave}>
        Leave
      </Button>
      {!isInside && menu}
    </SessionHeader>
  );
  return <Conversation header={header} menu={menu} words={WORDS} mayEdit inlineParts={citationsInline} />;
}
