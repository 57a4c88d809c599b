import { addressNotes, namesAddress } from './address-notes.ts';

type Ask = (href: string | null) => void;

let ask: Ask | null = null;

/** Answers the questions of `openAddress`. Returns the way to stop. */
export function onAddressAsked(listener: Ask): () => void {
  ask = listener;
  return () => {
    if (ask === listener) ask = null;
  };
}

/** Whether the address is to be shown before it is opened: its text does not say where it leads, or may mislead. */
export const isToBeShown = (href: string, text: string): boolean =>
  !namesAddress(text, href) || addressNotes(href).length > 0;

/**
 * Opens a web page beside this one, which it cannot reach. Output and texts are not to be trusted: nothing but the web
 * opens, and where text and address differ the address is shown first.
 */
export function openAddress(href: string, text: string): void {
  if (!/^https?:\/\//iu.test(href)) return;
  if (isToBeShown(href, text)) ask?.(href);
  else openAtOnce(href);
}

export function openAtOnce(href: string): void {
  window.open(href, '_blank', 'noopener,noreferrer');
}
