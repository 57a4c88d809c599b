import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';

import { Icon } from '#elements/web/icon.tsx';

import type { Tangent, TangentTopic } from '../../protocol.ts';
import { counted, lasting } from '../words.ts';
import { often } from './often.ts';
import { dayWords, TangentLine } from './tangent-line.tsx';

interface TopicRowProps {
  readonly topic: TangentTopic;
  /** Its tangents, latest first. */
  readonly tangents: readonly Tangent[];
}

/** A followed topic: visits, time and result. Opened, each occurrence. */
export function TopicRow({ topic, tangents }: TopicRowProps) {
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
    ...(pointsRecalled === 0 ? [] : [`${counted(pointsRecalled, 'point')} recalled`]),
    ...(letBe === 0 ? [] : [`not followed ${often(letBe)}`]),
    `last on ${dayWords(lastAt)}`,
  ].join(', ');
}
