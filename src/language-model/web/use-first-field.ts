import { type RefObject, useEffect, useRef } from 'react';

export function useFirstField<Element extends HTMLElement>(): RefObject<Element | null> {
  const form = useRef<Element>(null);
  useEffect(() => {
    const first = form.current?.querySelector('input, select, button');
    if (first instanceof HTMLElement) first.focus();
  }, []);
  return form;
}
