import type { LucideIcon } from 'lucide-react';

/** A lucide icon in the size and weight of the app. It is decorative: a word beside it has the same meaning. */
export function Icon({ of: Shape }: { readonly of: LucideIcon }) {
  return <Shape size={17} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />;
}
