import type { drawFormula } from './draw-formula.ts';

/**
 * Maximum time and number of elements for setting formulas in one frame; the others wait for the next frame, so that
 * many formulas do not block the page. Style, layout and paint of an element take ten times as long as its creation.
 */
const SLICE_MS = 4;
const SLICE_ELEMENTS = 300;
const NEAR = '600px 0px';

interface Wanted {
  readonly tex: string;
  readonly isDisplay: boolean;
}

type Places = Map<HTMLElement, Wanted>;

/** Formulas that are ready to be set, and below those that wait until their part of a long text is near the view. */
const due: Places = new Map();
const waiting = new Map<Element, Places>();
let views: IntersectionObserver | null = null;
let draw: typeof drawFormula | null = null;
let isLoading = false;
let isSliceOpen = false;
let spentMs = 0;
let made = 0;

/**
 * Sets a formula in a place: now if there is time, else soon; in a long text, when it comes near the view, because a
 * formula consists of many elements. Returns a function that cancels it.
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

/** Sets all formulas before printing: parts of a printed page never come near the view. */
function setAll(): void {
  for (const part of waiting.keys()) makeDue(part);
  for (const [place, formula] of due) draw?.(place, formula);
  if (draw) due.clear();
}

function forget(part: Element): void {
  waiting.delete(part);
  views?.unobserve(part);
}

/** Fetches KaTeX and its fonts with the first formula. If that fails, formulas stay as written. */
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
