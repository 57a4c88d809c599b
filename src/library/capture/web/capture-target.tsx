import { useQuery } from '@tanstack/react-query';

import { SelectField } from '#elements/web/text-field.tsx';

import { overviewQuery } from '../../sources/web/queries.ts';
import type { SourceKind } from '../../storage/protocol.ts';
import { KIND_NAMES } from '../../storage/web/source-words.ts';
import { TagsField } from '../../storage/web/tags-field.tsx';
import type { CaptureDraft } from './capture-draft.ts';

interface CaptureTargetProps {
  readonly draft: CaptureDraft;
  readonly onChange: (change: Partial<CaptureDraft>) => void;
}

export function CaptureTarget({ draft: { kind, bucketId, tags }, onChange }: CaptureTargetProps) {
  const { data: overview } = useQuery(overviewQuery);
  const buckets = overview?.buckets ?? [];
  return (
    <div className="@container">
      <div className="grid grid-cols-2 gap-3 *:last:col-span-2 @min-[460px]:grid-cols-3 @min-[460px]:*:last:col-span-1">
        <SelectField
          label="Kind"
          value={kind ?? ''}
          onChange={(event) => onChange({ kind: (event.target.value || null) as SourceKind | null })}
        >
          <option value="">By what it is</option>
          {Object.entries(KIND_NAMES).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Bucket"
          value={buckets.some(({ id }) => id === bucketId) ? (bucketId ?? '') : ''}
          onChange={(event) => onChange({ bucketId: event.target.value || null })}
        >
          <option value="">Inbox</option>
          {buckets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <div>
          <TagsField
            label="Tags"
            value={tags}
            onChange={(value) => onChange({ tags: value })}
            known={overview?.tags.map(({ tag }) => tag) ?? []}
          />
        </div>
      </div>
    </div>
  );
}
