/** As the `ref` of a control: focuses it when it appears, if no other element has the focus. */
export function focusIfNone(control: HTMLElement | null): void {
  const { activeElement, body } = document;
  const isFree = activeElement === null || activeElement === body;
  if (isFree && !document.querySelector('[role="dialog"], [role="alertdialog"]'))
    control?.focus({ preventScroll: true });
}
