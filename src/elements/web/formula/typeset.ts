import type { drawFormula } from './draw-formula.ts';

/** Formulas are set within this time at once; the others wait for the next frame, so that many do not block the page. */
const SLICE_MS = 4;

interface Wanted {
  readonly tex: string;
  readonly isDisplay: boolean;
}

const waiting = new Map<HTMLElement, Wanted>();
let draw: typeof drawFormula | null = null;
let isLoading = false;
let isSliceOpen = false;
let spentMs = 0;

/** Sets a formula in a place: now if there is time, else soon. Returns what gives it up. */
export function typeset(place: HTMLElement, formula: Wanted): () => void {
  waiting.set(place, formula);
  if (draw) drain();
  else load();
  return () => waiting.delete(place);
}

/** KaTeX and its fonts are fetched with the first formula. Without them formulas stay as written. */
function load(): void {
  if (isLoading) return;
  isLoading = true;
  import('./draw-formula.ts').then(
    (module) => {
      draw = module.drawFormula;
      drain();
    },
    () => {
      isLoading = false;
      waiting.clear();
    },
  );
}

function drain(): void {
  for (const [place, formula] of waiting) {
    if (spentMs > SLICE_MS) break;
    waiting.delete(place);
    const began = performance.now();
    draw?.(place, formula);
    spentMs += performance.now() - began;
  }
  if (isSliceOpen || spentMs === 0) return;
  isSliceOpen = true;
  requestAnimationFrame(() => {
    isSliceOpen = false;
    spentMs = 0;
    drain();
  });
}
