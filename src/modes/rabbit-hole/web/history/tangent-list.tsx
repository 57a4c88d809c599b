import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { EmptyState } from '#elements/web/page/empty-state.tsx';
import { Card } from '#elements/web/page/page.tsx';
import { count } from '#elements/web/text/figures.ts';

import type { Tangent, TangentHistory, TangentTopic } from '../../protocol.ts';
import { lasting } from '../words.ts';
import { HoleConversation } from './hole-reading.tsx';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

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

/** A summary in one sentence. */
function sumOf(topics: readonly TangentTopic[]): string {
  const times = topics.reduce((sum, topic) => sum + topic.times, 0);
  const spentMs = topics.reduce((sum, topic) => sum + topic.spentMs, 0);
  const recalled = topics.reduce((sum, topic) => sum + topic.pointsRecalled, 0);
  if (times === 0) return 'You have followed none of these so far.';
  const points =
    recalled === 0 ? '' : `; ${count(recalled, 'point')} ${recalled === 1 ? 'was' : 'were'} recalled on the way`;
  const about = topics.length === 1 ? 'into one topic' : `into ${topics.length} topics`;
  return `You went off ${often(times)} ${about}, ${lasting(spentMs)} in all${points}.`;
}

interface TopicRowProps {
  readonly topic: TangentTopic;
  /** Its tangents, latest first. */
  readonly tangents: readonly Tangent[];
}

/** A followed topic: visits, time and result. Expands to each occurrence. */
function TopicRow({ topic, tangents }: TopicRowProps) {
  const [isOpen, setOpen] = useState(false);
  const linesId = useId();
  const followed = tangents.filter(({ visits }) => visits > 0);
  return (
    <li className="border-t border-line first:border-t-0">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={linesId}
          onClick={() => setOpen(!isOpen)}
          className="-mx-2 block w-[calc(100%+16px)] rounded-small px-2 py-2.5 text-left transition-colors duration-(--fast) hover:bg-raised"
        >
          <span className="flex items-baseline gap-1.5">
            <span
              className={`relative top-0.5 shrink-0 text-ink-faint transition-transform duration-(--fast) ${isOpen ? 'rotate-90' : ''}`}
            >
              <Icon of={ChevronRight} />
            </span>
            <span dir="auto" className="min-w-0 font-serif text-read leading-snug [overflow-wrap:anywhere]">
              {topic.topic}
            </span>
          </span>
          <span className="mt-0.5 block pl-[22px] text-sm text-ink-faint tabular-nums">{figuresOf(topic)}</span>
        </button>
      </h3>
      <ul id={linesId} className="pl-[22px]">
        {isOpen &&
          tangents.map((tangent) => (
            <TangentLine key={tangent.id} tangent={tangent} isAlone={followed.length === 1 && tangent.visits > 0} />
          ))}
      </ul>
    </li>
  );
}

function figuresOf({ times, letBe, spentMs, pointsRecalled, lastAt }: TangentTopic): string {
  return [
    often(times),
    lasting(spentMs),
    ...(pointsRecalled === 0 ? [] : [`${count(pointsRecalled, 'point')} recalled`]),
    ...(letBe === 0 ? [] : [`not followed ${often(letBe)}`]),
    `last on ${dayWords(lastAt)}`,
  ].join(', ');
}

/** `once`, `4 times`. */
function often(times: number): string {
  return times === 1 ? 'once' : count(times, 'time');
}

function dayWords(at: number): string {
  return DAY.format(at);
}

interface TangentLineProps {
  readonly tangent: Tangent;
  /** There is nothing else to read, so its conversation is expanded. */
  readonly isAlone?: boolean;
  /** No heading names its topic. */
  readonly isNamed?: boolean;
}

/** One tangent: when, in which session, its result, and its conversation on request. */
function TangentLine({ tangent, isAlone = false, isNamed = false }: TangentLineProps) {
  const [isOpen, setOpen] = useState(isAlone);
  const readingId = useId();
  const day = dayWords(tangent.at);
  const wasFollowed = tangent.visits > 0;
  return (
    <li className="border-t border-line py-1 first:border-t-0">
      <div className="flex items-start gap-x-3 text-sm">
        <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 py-[7px]">
          {isNamed && (
            <span dir="auto" className="basis-full font-serif text-read leading-snug [overflow-wrap:anywhere]">
              {tangent.topic}
            </span>
          )}
          <span className="shrink-0 text-ink-soft tabular-nums">{day}</span>
          <Link
            to="/session/$sessionId"
            params={{ sessionId: tangent.session }}
            className="min-w-0 truncate text-accent-text underline underline-offset-2"
          >
            <span className="sr-only">Session </span>
            <bdi>{tangent.sessionTitle}</bdi>
          </Link>
          {!isNamed && <span className="text-ink-faint tabular-nums wide:ml-auto">{outcome(tangent)}</span>}
        </div>
        {wasFollowed && (
          <Button
            look="quiet"
            className="-mr-3"
            aria-expanded={isOpen}
            aria-controls={readingId}
            aria-label={`${isOpen ? 'Close' : 'Read'} ${tangent.topic}, ${day}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Close' : 'Read'}
          </Button>
        )}
      </div>
      <div id={readingId}>
        {isOpen && wasFollowed && (
          <div className="pt-1 pb-3">
            <HoleConversation holeId={tangent.id} />
          </div>
        )}
      </div>
    </li>
  );
}

function outcome({ status, visits, spentMs, pointsRecalled }: Tangent): string {
  if (visits === 0) return 'not followed';
  const often = visits === 1 ? '' : `${count(visits, 'visit')}, `;
  const recalled = pointsRecalled === 0 ? '' : `, ${count(pointsRecalled, 'point')} recalled`;
  return status === 'entered' ? `${often}open now` : `${often}${lasting(spentMs)}${recalled}`;
}
