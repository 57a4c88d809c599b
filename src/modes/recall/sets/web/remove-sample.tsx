import { Button } from '#elements/web/button.tsx';

import type { SetSummary } from '../protocol.ts';
import { useRemoveSet } from './use-remove-set.ts';

export function RemoveSample({ set }: { readonly set: Pick<SetSummary, 'id' | 'title'> }) {
  const remove = useRemoveSet();
  return (
    <Button look="quiet" onClick={() => void remove(set)}>
      Remove the sample
    </Button>
  );
}
