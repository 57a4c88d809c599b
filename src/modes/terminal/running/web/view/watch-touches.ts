interface TouchListener {
  /** Called as one finger moves, with the distance upward in px. */
  readonly onScroll: (by: number) => void;
  /** Called as two fingers move apart, with the factor. */
  readonly onZoom: (by: number) => void;
  /** Called when the fingers have left the screen. */
  readonly onZoomed: () => void;
  /** Stops watching. */
  readonly signal: AbortSignal;
}

const distance = ([one, other]: TouchList): number =>
  one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;

/** Tracks fingers on an element. The browser handles sideways movement of one finger. */
export function watchTouches(element: HTMLElement, { onScroll, onZoom, onZoomed, signal }: TouchListener): void {
  let y = 0;
  /** Distance between two fingers, in px; 0 while they do not zoom. */
  let apart = 0;
  const onTouch = (event: TouchEvent) => {
    const { touches, type } = event;
    if (type === 'touchmove' && apart > 0 && touches.length === 2) {
      event.preventDefault();
      onZoom(distance(touches) / apart);
      apart = distance(touches);
    } else if (type === 'touchmove' && apart === 0 && touches[0]) {
      onScroll(y - touches[0].clientY);
    } else if (touches.length === 2) {
      apart = distance(touches);
    } else if (touches.length === 0 && apart > 0) {
      apart = 0;
      onZoomed();
    }
    y = touches[0]?.clientY ?? 0;
  };
  // The browser would zoom the page, and reload it when it is pulled down.
  element.style.touchAction = 'pan-x';
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    element.addEventListener(type, onTouch, { passive: false, signal });
}
