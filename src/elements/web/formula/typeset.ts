import type { drawFormula } from './draw-formula.ts';

/** Formulas are set within this time at once; the others wait for the next frame, so that many do not block the page. */
const SLICE_MS = 4;
const NEAR = '600px 0px';

interface Wanted {
  readonly tex: string;
  readonly isDisplay: boolean;
}

type Places = Map<HTMLElement, Wanted>;

/** What is ready to be set, and what waits until its part of a long text is near the view. */
const due: Places = new Map();
const waiting = new Map<Element, Places>();
let views: IntersectionObserver | null = null;
let draw: typeof drawFormula | null = null;
let isLoading = false;
let isSliceOpen = false;
let spentMs = 0;

/**
 * Sets a formula in a place: now if there is time, else soon; in a long text, once it comes near the view, because a set
 * formula costs the page many elements. Returns a function that cancels it.
 */
export function typeset(place: HTMLElement, formula: Wanted): () => void {
  const part = place.closest('[data-part]');
  if (part) wait(part, place, formula);
  else due.set(place, formula);
  if (draw) drain();
  else load();
  return () => {
    due.delete(place);
    if (part) waiting.get(part)?.delete(place);
    if (part && waiting.get(part)?.size === 0) forget(part);
  };
}

function wait(part: Element, place: HTMLElement, formula: Wanted): void {
  views ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        for (const [near, wanted] of waiting.get(target) ?? []) due.set(near, wanted);
        forget(target);
      }
      drain();
    },
    { rootMargin: NEAR, scrollMargin: NEAR },
  );
  const places = waiting.get(part) ?? new Map<HTMLElement, Wanted>();
  if (places.size === 0) views.observe(part);
  waiting.set(part, places.set(place, formula));
}

function forget(part: Element): void {
  waiting.delete(part);
  views?.unobserve(part);
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
      due.clear();
    },
  );
}

function drain(): void {
  for (const [place, formula] of draw ? due : []) {
    if (spentMs > SLICE_MS) break;
    due.delete(place);
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
