import { useState } from 'react';

/** Says politely how many points are recalled, whenever that has changed. */
export function RecalledStatus({ recalled, total }: { readonly recalled: number; readonly total: number }) {
  const [first] = useState(recalled);
  const [hasChanged, setChanged] = useState(false);
  if (recalled !== first && !hasChanged) setChanged(true);
  return <output className="sr-only">{hasChanged ? `${recalled} of ${total} recalled` : ''}</output>;
}
