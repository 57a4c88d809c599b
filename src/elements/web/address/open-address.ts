import { addressNotes, namesAddress } from './address-notes.ts';

type Ask = (href: string | null) => void;

let ask: Ask | null = null;

/** Registers the listener for questions of `openAddress`. Returns a function that removes it. */
export function onAddressAsked(listener: Ask): () => void {
  ask = listener;
  return () => {
    if (ask === listener) ask = null;
  };
}

/** Whether to show the address before opening it: the text does not name it, or the address could mislead. */
export const isToBeShown = (href: string, text: string): boolean =>
  !namesAddress(text, href) || addressNotes(href).length > 0;

/**
 * Opens a web page in a new tab without access to this one. Output and texts are untrusted: only web addresses open,
 * and if text and address differ, the address is shown first.
 */
export function openAddress(href: string, text: string): void {
  if (!/^https?:\/\//iu.test(href)) return;
  if (isToBeShown(href, text)) ask?.(href);
  else openAtOnce(href);
}

export function openAtOnce(href: string): void {
  window.open(href, '_blank', 'noopener,noreferrer');
}
