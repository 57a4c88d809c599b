import type { drawFormula } from './draw-formula.ts';

/**
 * Formulas are set within this time and up to as many elements at once; the others wait for the next frame, so that many do
 * not block the page. Styles, layout and painting of an element take ten times as long as its making.
 */
const SLICE_MS = 4;
const SLICE_ELEMENTS = 300;
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
let made = 0;

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
  if (!views) addEventListener('beforeprint', setAll);
  views ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        makeDue(target);
      }
      drain();
    },
    { rootMargin: NEAR, scrollMargin: NEAR },
  );
  const places = waiting.get(part) ?? new Map<HTMLElement, Wanted>();
  if (places.size === 0) views.observe(part);
  waiting.set(part, places.set(place, formula));
}

function makeDue(part: Element): void {
  for (const [place, wanted] of waiting.get(part) ?? []) due.set(place, wanted);
  forget(part);
}

/** Sets all formulas before printing: no part of a printed page comes near the view. */
function setAll(): void {
  for (const part of waiting.keys()) makeDue(part);
  for (const [place, formula] of due) draw?.(place, formula);
  if (draw) due.clear();
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
    if (spentMs > SLICE_MS || made > SLICE_ELEMENTS) break;
    due.delete(place);
    const began = performance.now();
    draw?.(place, formula);
    spentMs += performance.now() - began;
    made += 1 + place.getElementsByTagName('*').length;
  }
  if (isSliceOpen || made === 0) return;
  isSliceOpen = true;
  requestAnimationFrame(() => {
    isSliceOpen = false;
    spentMs = 0;
    made = 0;
    drain();
  });
}
