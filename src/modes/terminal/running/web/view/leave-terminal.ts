const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

/** Moves the focus to what stands behind a terminal on the page, or before it: it takes every other key itself. */
export function leaveTerminal(terminal: HTMLElement, { isBackwards }: { readonly isBackwards: boolean }): void {
  const others = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) => !terminal.contains(each) && !each.hasAttribute('disabled') && each.checkVisibility(),
  );
  const isBefore = (each: HTMLElement) =>
    (terminal.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const before = others.filter(isBefore);
  const after = others.filter((each) => !isBefore(each));
  const next = isBackwards ? (before.at(-1) ?? after.at(-1)) : (after.at(0) ?? before.at(0));
  next?.focus();
}
