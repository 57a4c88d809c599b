import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';

import { contributionsOf, PageCompositionContext } from '#session/web/contribution/page-composition.ts';

import { foundIn } from '../../domain/embedded-explorer/own-words.ts';
import { holeQuery } from './queries.ts';

export function HoleActions({ holeId }: { readonly holeId: string }) {
  const composition = useContext(PageCompositionContext);
  const actions = composition ? contributionsOf(composition).flatMap((each) => each.conversationAction ?? []) : [];
  const { data: hole } = useQuery({ ...holeQuery(holeId), enabled: actions.length > 0 });
  if (!hole || hole.messages.length === 0) return null;
  return actions.map(({ Component }, index) => (
    <Component
      // Contributions keep their order.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      session={hole.session}
      thread={hole.id}
      title={hole.topic}
      messages={foundIn(hole.messages)}
    />
  ));
}
