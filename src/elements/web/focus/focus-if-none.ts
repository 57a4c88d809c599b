/** As the `ref` of a control: it has the focus when it appears, where nothing else has. */
export function focusIfNone(control: HTMLElement | null): void {
  const { activeElement, body } = document;
  const isFree = activeElement === null || activeElement === body;
  if (isFree && !document.querySelector('[role="dialog"], [role="alertdialog"]'))
    control?.focus({ preventScroll: true });
}
