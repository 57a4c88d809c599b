import { useQuery } from '@tanstack/react-query';

import { SelectField } from '#elements/web/text-field.tsx';
import { overviewQuery } from '#library/sources/web/queries.ts';
import { useRequests } from '#session/web/use-requests.ts';

import type { ExploreView, SourceChoice } from '../../../protocol.ts';
import { VoiceChooser } from '../voice/voice-chooser.tsx';

interface ContextChoiceProps {
  readonly explore: ExploreView;
  readonly session: string;
  readonly onChange: (change: Partial<SourceChoice>) => void;
}

const NONE = '';

/** What the next messages draw on, and in whose voice they are answered. */
export function ContextChoice({ explore, session, onChange }: ContextChoiceProps) {
  const { data: library } = useQuery(overviewQuery);
  const ask = useRequests(session);
  const { bucketId, includeAllBuckets, voice } = explore;
  const buckets = library?.buckets ?? [];
  const isGone = bucketId !== null && library !== undefined && !buckets.some(({ id }) => id === bucketId);
  return (
    <details className="mt-3 border-t border-line pt-1 text-sm">
      <summary className="flex min-h-[34px] cursor-pointer items-center font-medium text-ink-soft hover:text-ink">
        Bucket and voice
      </summary>
      <div className="flex flex-col gap-3 pt-1 pb-3">
        <SelectField
          label="Bucket"
          value={bucketId ?? NONE}
          onChange={({ target }) => onChange({ bucketId: target.value === NONE ? null : target.value })}
        >
          <option value={NONE}>No bucket</option>
          {isGone && <option value={bucketId}>A bucket that was deleted</option>}
          {buckets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <label className="flex min-h-[34px] items-center gap-2.5">
          <input
            type="checkbox"
            checked={includeAllBuckets}
            onChange={({ target }) => onChange({ includeAllBuckets: target.checked })}
            className="size-4 accent-accent"
          />
          Find more in other buckets
        </label>
        <VoiceChooser
          voice={voice}
          onChoose={(chosen) => {
            if (chosen) ask({ type: 'set_voice', voice: chosen });
          }}
        />
      </div>
    </details>
  );
}
