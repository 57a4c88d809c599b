import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '#elements/web/button.tsx';
import { Dialog } from '#elements/web/dialog.tsx';
import { Icon } from '#elements/web/icon.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { count } from '#elements/web/text/figures.ts';

import type { Bucket } from '../../../storage/protocol.ts';
import { BucketDot } from '../../../storage/web/bucket-dot.tsx';
import { BucketDialog } from './bucket-dialog.tsx';
import { useBucketChanges } from './use-bucket-changes.ts';

interface BucketsDialogProps {
  readonly buckets: readonly Bucket[];
  readonly onClose: () => void;
}

export function BucketsDialog({ buckets, onClose }: BucketsDialogProps) {
  const [edited, setEdited] = useState<Bucket | null>(null);
  const { change, remove } = useBucketChanges();
  const error = change.error ?? remove.error;
  const move = ({ id, name }: Bucket, position: number) =>
    change.mutate({ id, position, words: `Moved the bucket “${name}”` });
  if (edited) return <BucketDialog bucket={edited} onClose={() => setEdited(null)} />;
  return (
    <Dialog title="Buckets" description="Their order is the order of the list." onClose={onClose}>
      <FailureText error={error} className="mt-3" />
      <ul className="mt-3">
        {buckets.map((bucket, index) => (
          <li key={bucket.id} className="flex items-center gap-2.5 border-t border-line py-1.5 first:border-t-0">
            <BucketDot color={bucket.color} />
            <div className="min-w-0 flex-1">
              <div dir="auto" className="truncate text-left">
                {bucket.name}
              </div>
              <div dir="auto" className="truncate text-left text-sm text-ink-faint">
                {[count(bucket.sources, 'source'), bucket.description].filter(Boolean).join('. ')}
              </div>
            </div>
            <IconButton label={`Move ${bucket.name} up`} disabled={index === 0} onClick={() => move(bucket, index - 1)}>
              <Icon of={ArrowUp} />
            </IconButton>
            <IconButton
              label={`Move ${bucket.name} down`}
              disabled={index === buckets.length - 1}
              onClick={() => move(bucket, index + 1)}
            >
              <Icon of={ArrowDown} />
            </IconButton>
            <IconButton label={`Change ${bucket.name}`} onClick={() => setEdited(bucket)}>
              <Icon of={Pencil} />
            </IconButton>
            <IconButton label={`Delete ${bucket.name}`} onClick={() => remove.mutate(bucket)}>
              <Icon of={Trash2} />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-faint">The sources of a deleted bucket go to the inbox.</p>
    </Dialog>
  );
}
