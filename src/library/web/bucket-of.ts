import type { CaptureStart } from '../capture/web/capture-opening.ts';
import type { SourceFilter } from '../storage/protocol.ts';

/** A source that is added while a bucket is shown goes into it. */
export function bucketOf({ bucket }: SourceFilter): CaptureStart {
  return bucket === undefined || bucket === 'inbox' ? {} : { bucketId: bucket };
}
