import type { LucideIcon } from 'lucide-react';

/** A lucide icon in the one size and weight of the app, beside a word that says the same. */
export function Icon({ of: Shape }: { readonly of: LucideIcon }) {
  return <Shape size={17} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />;
}
