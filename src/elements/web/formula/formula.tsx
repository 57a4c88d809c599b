import { useLayoutEffect, useMemo, useRef } from 'react';

import { formulasIn } from '#text/domain/formulas.ts';

import { typeset } from './typeset.ts';

/** A formula with its delimiters. Until it is set, and where it cannot be read, it is shown as written. */
export function Formula({ written }: { readonly written: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [formula] = useMemo(() => formulasIn(written), [written]);
  useLayoutEffect(() => (place.current && formula ? typeset(place.current, formula) : undefined), [formula]);
  return (
    <span ref={place} dir="ltr" className={formula?.isDisplay ? 'formula formula-display' : 'formula'}>
      {written}
    </span>
  );
}
