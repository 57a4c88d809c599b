import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { Card } from '#elements/web/page/page.tsx';

import type { Tangent, TangentHistory, TangentTopic } from '../../protocol.ts';
import { counted, lasting } from '../words.ts';
import { often } from './often.ts';
import { TangentLine } from './tangent-line.tsx';
import { TopicRow } from './topic-row.tsx';

/** Followed topics, most frequent first, and tangents that were not followed. */
export function TangentList({ history: { topics, tangents } }: { readonly history: TangentHistory }) {
  const byId = new Map(tangents.map((tangent) => [tangent.id, tangent]));
  const of = (ids: readonly string[]): readonly Tangent[] => ids.flatMap((id) => byId.get(id) ?? []);
  const followed = topics.filter(({ times }) => times > 0);
  const letBe = topics.filter(({ times }) => times === 0).flatMap(({ tangentIds }) => of(tangentIds));
  if (tangents.length === 0)
    return (
      <EmptyState>
        No tangents yet. When you seem to be curious about something else in a session, you are asked whether to explore
        it; or select any words there, and explore those. What you followed then stands here.
      </EmptyState>
    );
  return (
    <>
      <p className="mt-1.5 max-w-[75ch] text-ink-soft">{sumOf(followed)}</p>
      <div className="mt-6 flex flex-col gap-4">
        {followed.length > 0 && (
          <Card title="What you follow">
            <ul>
              {followed.map((topic) => (
                <TopicRow key={topic.tangentIds.at(-1)} topic={topic} tangents={of(topic.tangentIds)} />
              ))}
            </ul>
          </Card>
        )}
        {letBe.length > 0 && (
          <Card title="Not followed">
            <ul>
              {letBe
                .toSorted((one, other) => other.at - one.at)
                .map((tangent) => (
                  <TangentLine key={tangent.id} tangent={tangent} isNamed />
                ))}
            </ul>
          </Card>
        )}
      </div>
    </>
  );
}

/** A one-sentence summary. */
function sumOf(topics: readonly TangentTopic[]): string {
  const times = topics.reduce((sum, topic) => sum + topic.times, 0);
  const spentMs = topics.reduce((sum, topic) => sum + topic.spentMs, 0);
  const recalled = topics.reduce((sum, topic) => sum + topic.pointsRecalled, 0);
  if (times === 0) return 'You have followed none of these so far.';
  const points =
    recalled === 0 ? '' : `; ${counted(recalled, 'point')} ${recalled === 1 ? 'was' : 'were'} recalled on the way`;
  const about = topics.length === 1 ? 'into one topic' : `into ${topics.length} topics`;
  return `You went off ${often(times)} ${about}, ${lasting(spentMs)} in all${points}.`;
}
