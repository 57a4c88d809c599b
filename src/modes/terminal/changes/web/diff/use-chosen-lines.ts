import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react';

import type { LineRange } from '../../domain/comment.ts';

interface Chosen {
  /** `anchor`: where the selection began; `head`: where it is now. */
  readonly anchor: number;
  readonly head: number;
}

const rangeOf = ({ anchor, head }: Chosen): LineRange => ({
  from: Math.min(anchor, head),
  to: Math.max(anchor, head),
});

/** The line of an event, and whether the event is on its number; null outside lines. */
function lineAt({ target }: { readonly target: EventTarget }) {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
  return line && { at: Number(line.dataset['line']), isNumber: (target as Element).closest('button') !== null };
}

/**
 * Selection of lines by dragging over their numbers, with Shift, or by tapping. `onChoose` gets the range, and whether
 * it extends the previous one.
 */
export function useChosenLines(onChoose: ((range: LineRange, goesOn: boolean) => void) | undefined) {
  const [chosen, setChosen] = useState<Chosen>({ anchor: 0, head: 0 });
  const [isDragged, setDragged] = useState(false);
  const end = useEffectEvent(() => {
    setDragged(false);
    // A drag that ends on its first line is a click.
    if (chosen.anchor !== chosen.head) onChoose?.(rangeOf(chosen), false);
  });
  useEffect(() => {
    if (!isDragged) return undefined;
    addEventListener('pointerup', end);
    return () => removeEventListener('pointerup', end);
  }, [isDragged]);
  return {
    range: rangeOf(chosen),
    /** The line that has or gets the focus. */
    current: chosen.head,
    isDragged,
    move: (head: number, isExtended = false) =>
      setChosen(({ anchor }) => ({ anchor: isExtended ? anchor : head, head })),
    /** Handlers for the element around all lines. */
    handlers: {
      onPointerDown(event: PointerEvent) {
        const line = lineAt(event);
        if (!line?.isNumber || event.pointerType !== 'mouse' || event.button !== 0 || event.shiftKey) return;
        setChosen({ anchor: line.at, head: line.at });
        setDragged(true);
      },
      onPointerOver(event: PointerEvent) {
        const line = isDragged ? lineAt(event) : null;
        if (line) setChosen(({ anchor }) => ({ anchor, head: line.at }));
      },
      onClick(event: MouseEvent) {
        const line = lineAt(event);
        if (!line?.isNumber) return;
        const isTap = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch';
        // Enter and the space bar press a button without a mouse click.
        const isKey = event.detail === 0 && !isTap;
        const next = isKey ? chosen : { anchor: event.shiftKey ? chosen.anchor : line.at, head: line.at };
        setChosen(next);
        onChoose?.(rangeOf(next), isTap || event.shiftKey);
      },
    },
  } as const;
}
