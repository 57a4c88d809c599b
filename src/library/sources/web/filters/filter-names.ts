import type { SourceFilter } from '../../../storage/protocol.ts';
import { KIND_NAMES } from '../../../storage/web/source-words.ts';
import type { LibraryOverview } from '../../protocol.ts';

/** The label of a filter: `Everything`, `Energy`, `My notes`. */
export function filterName(filter: SourceFilter, overview: Pick<LibraryOverview, 'buckets'> | undefined): string {
  const parts = [
    filter.archived && 'Archived',
    filter.state && { reading: 'Being read', failed: 'Failed' }[filter.state],
    filter.whose && { own: 'My notes', others: 'From others' }[filter.whose],
    filter.kind && `${KIND_NAMES[filter.kind]}s`,
    filter.bucket === 'inbox' ? 'Inbox' : filter.bucket && bucketName(filter.bucket, overview),
    filter.tag && `#${filter.tag}`,
  ];
  return parts.filter(Boolean).join(', ') || 'Everything';
}

function bucketName(bucketId: string, overview: Pick<LibraryOverview, 'buckets'> | undefined): string {
  return overview?.buckets.find(({ id }) => id === bucketId)?.name ?? 'A bucket';
}

/** Says why a list is empty, and what to do. */
export function nothingWords(filter: SourceFilter): string {
  if (filter.state === 'reading') return 'Nothing is being read.';
  if (filter.state === 'failed') return 'Everything could be read.';
  if (filter.archived) return 'Nothing is archived. What you archive is kept here, and left out everywhere else.';
  if (filter.bucket === 'inbox') return 'The inbox is empty. What you add without a bucket comes here.';
  if (filter.bucket) return 'This bucket is empty. Add a source to it, or select sources elsewhere and move them here.';
  if (filter.whose === 'own') return 'You have no notes yet. Add what you think or noticed, in your own words.';
  if (filter.whose === 'others') return 'Nothing from others yet. Add a link or a file.';
  return 'Nothing is here.';
}
