import type { ReactNode } from 'react';

/** A section of a settings page, under a line. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-6 border-t border-line pt-5 first-of-type:mt-5 first-of-type:border-t-0 first-of-type:pt-0">
      <h2 className="mb-3 text-sm font-semibold">{title}</h2>
      {children}
    </section>
  );
}
