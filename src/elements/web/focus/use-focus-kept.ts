import { type RefObject, useEffect, useState } from 'react';

/**
 * When a focused control is removed or disabled, moves the focus to its nearest remaining ancestor with a tabIndex of
 * -1, or to the heading of the page.
 */
export function useFocusKept(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = page.current;
    if (!root) return undefined;
    let held: { readonly control: HTMLElement; readonly around: readonly HTMLElement[] } | null = null;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) held = { control: target, around: partsAround(target, root) };
    };
    const onFocusOut = () => {
      const left = held;
      // A control that is being removed fires `blur` before it is gone.
      queueMicrotask(() => {
        if (held === left && left && isThere(left.control)) held = null;
      });
    };
    const rescue = () => {
      if (!held || isThere(held.control)) return;
      const { activeElement } = document;
      if (activeElement !== null && activeElement !== document.body && activeElement !== held.control) return;
      const { around } = held;
      held = null;
      focusBack(around.find(isThere) ?? null);
    };
    const observer = new MutationObserver(rescue);
    observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    root.addEventListener('focusin', onFocusIn);
    root.addEventListener('focusout', onFocusOut);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', onFocusIn);
      root.removeEventListener('focusout', onFocusOut);
    };
  }, [page]);
}

/**
 * Remembers the focused element. The returned function restores the focus to it, or to its nearest remaining ancestor.
 */
export function wayBackTo(was: EventTarget | null): () => void {
  if (!(was instanceof HTMLElement)) return () => focusBack(was);
  const around = [was, ...partsAround(was, document.body)];
  return () => focusBack(around.find(isThere) ?? null);
}

function isThere(control: HTMLElement): boolean {
  return control.isConnected && !control.matches(':disabled');
}

function partsAround(control: HTMLElement, root: HTMLElement): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let at = control.parentElement; at && at !== root; at = at.parentElement)
    if (at.tabIndex === -1 && at.hasAttribute('tabindex')) parts.push(at);
  return parts;
}

/** Returns the focus to the element that had it; if that is gone or took no keys, to the composer or the heading. */
export function focusBack(was: EventTarget | null): void {
  if (was instanceof HTMLElement && was.isConnected && !was.matches('body, main h1'))
    was.focus({ preventScroll: true });
  else if (!focusComposer()) document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true });
}

/** False if there is no composer, or if an on-screen keyboard would cover the text. */
function focusComposer(): boolean {
  const composer = document.querySelector<HTMLElement>('[data-composer]');
  if (!composer || !matchMedia('(pointer: fine)').matches) return false;
  composer.focus({ preventScroll: true });
  return document.activeElement === composer;
}

/**
 * Moves the focus after a dialog closes: for the dialog's `onCloseAutoFocus`. A control that was reached by keys gets
 * the focus back; after a click the composer gets it, if there is one. A menu item no longer exists then, so the menu's
 * button gets it.
 */
export function useFocusBack(): (event: Event) => void {
  const [before] = useState(() => {
    const menu = document.activeElement?.closest('[role="menu"]');
    return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement;
  });
  const [isByKeys] = useState(() => document.activeElement?.matches(':focus-visible') ?? false);
  return (event) => {
    event.preventDefault();
    if (isByKeys || !focusComposer()) focusBack(before);
  };
}
