/** Time without a change after which a selection is read, in ms. The selection survives a press on its button. */
const RESTS_AFTER_MS = 150;

/** Elements in which typing or choosing clears or replaces a selection that is still wanted. */
const KEEPS_SELECTION = '[role="dialog"], [role="alertdialog"], [role="toolbar"][aria-label="Selected words"]';

/**
 * Calls `look` after the selection of the page stops changing, and after a scroll; never while a mouse button is down,
 * nor while the focus is in a dialog that does not contain `root`. Returns a function that stops this.
 */
export function watchSelection(
  look: (selection: Selection | null, pointer: 'mouse' | 'touch') => void,
  root: () => Element | null = () => null,
): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pointer: 'mouse' | 'touch' = 'mouse';
  let isHeld = false;
  const lookNow = () => {
    const keeper = document.activeElement?.closest(KEEPS_SELECTION);
    if (isHeld || (keeper && !keeper.contains(root()))) return;
    look(document.getSelection(), pointer);
  };
  const lookSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(lookNow, RESTS_AFTER_MS);
  };
  const onUp = () => {
    isHeld = false;
    lookSoon();
  };
  const listen = (name: string, listener: (event: Event) => void) =>
    document.addEventListener(name, listener, { capture: name === 'scroll', passive: true, signal: stopped.signal });
  listen('selectionchange', lookSoon);
  listen('scroll', lookSoon);
  listen('pointerdown', (event) => {
    isHeld = (event as PointerEvent).pointerType === 'mouse';
    pointer = isHeld ? 'mouse' : 'touch';
  });
  listen('pointerup', onUp);
  listen('pointercancel', onUp);
  return () => {
    clearTimeout(timer);
    stopped.abort();
  };
}
