import { useMutation } from '@tanstack/react-query';

import { api } from '#http-client/web/api.ts';

import type { Bucket } from '../../../storage/protocol.ts';
import type { BucketChange, NewBucket } from '../../protocol.ts';
import { useLibraryChanged } from '../use-library-changed.ts';

export function useBucketChanges() {
  const changed = useLibraryChanged();
  const create = useMutation({
    mutationFn: (bucket: NewBucket) => api<Bucket>('POST', '/api/library/buckets', bucket),
    onSuccess: ({ name }) => changed(`Created the bucket “${name}”`),
  });
  const change = useMutation({
    mutationFn: ({ id, ...fields }: BucketChange & { readonly id: string; readonly words: string }) => {
      const { words: _, ...body } = fields;
      return api<Bucket>('PATCH', `/api/library/buckets/${id}`, body);
    },
    onSuccess: (_, { words }) => changed(words),
  });
  const remove = useMutation({
    mutationFn: ({ id }: Pick<Bucket, 'id' | 'name'>) => api('DELETE', `/api/library/buckets/${id}`),
    onSuccess: (_, { name }) => changed(`Deleted the bucket “${name}”`),
  });
  return { create, change, remove };
}
