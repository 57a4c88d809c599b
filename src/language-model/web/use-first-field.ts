import { type RefObject, useEffect, useRef } from 'react';

/** A form that was asked for with a press: its first field takes the focus, so that one goes on there. */
export function useFirstField<Element extends HTMLElement>(): RefObject<Element | null> {
  const form = useRef<Element>(null);
  useEffect(() => {
    const first = form.current?.querySelector('input, select, button');
    if (first instanceof HTMLElement) first.focus();
  }, []);
  return form;
}
