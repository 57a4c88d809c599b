import { useLayoutEffect, useMemo, useRef } from 'react';

import { formulasIn } from '#text/domain/formulas.ts';

import { typeset } from './typeset.ts';

/** A formula with its delimiters. Shown as written until it is set, and if it cannot be read. */
export function Formula({ written, isInline = false }: { readonly written: string; readonly isInline?: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const formula = useMemo(() => {
    const [found] = formulasIn(written);
    return found && { ...found, isDisplay: found.isDisplay && !isInline };
  }, [written, isInline]);
  useLayoutEffect(() => (place.current && formula ? typeset(place.current, formula) : undefined), [formula]);
  return (
    <span ref={place} dir="ltr" className={formula?.isDisplay ? 'formula formula-display' : 'formula'}>
      {written}
    </span>
  );
}
