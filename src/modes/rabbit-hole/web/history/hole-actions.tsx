import { useQuery } from '@tanstack/react-query';

import { Contributed, useContributed } from '#session/web/contribution/contributed.tsx';

import { foundIn } from '../../domain/embedded-explorer/own-words.ts';
import { holeQuery } from './queries.ts';

export function HoleActions({ holeId }: { readonly holeId: string }) {
  const actions = useContributed(({ conversationAction }) => conversationAction);
  const { data: hole } = useQuery({ ...holeQuery(holeId), enabled: actions.length > 0 });
  if (!hole || hole.messages.length === 0) return null;
  const { session, id: thread, topic: title } = hole;
  return <Contributed parts={actions} props={{ session, thread, title, messages: foundIn(hole.messages) }} />;
}
