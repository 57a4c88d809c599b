import 'katex/dist/katex.min.css';
import katex from 'katex';

/** Maximum size that a formula can request, in em. */
const MAX_SIZE = 20;
const MAX_EXPANSIONS = 1_000;
/** Approximate maximum length, in characters, that a formula with macro definitions can expand to. */
const MAX_EXPANDED = 20_000;
/** Maximum number of groups and cells. KaTeX needs half a second for a thousand nested ones. */
const MAX_PARTS = 300;
const DEFINES = /\\(?:[gex]?def|(?:re)?newcommand|providecommand|(?:future)?let|global|long)(?![a-z])/i;

/** Rejects a formula with links, images or styles of its own. */
function refused(): never {
  throw new Error('A formula may not do this');
}

/** Draws a formula in a place. If it cannot be read, the place stays as it is. */
export function drawFormula(place: HTMLElement, { tex, isDisplay }: { tex: string; isDisplay: boolean }): void {
  if ((tex.match(/[{&]/g)?.length ?? 0) > MAX_PARTS) return;
  const drawn = place.ownerDocument.createElement('span');
  try {
    katex.render(tex, drawn, {
      displayMode: isDisplay,
      output: 'htmlAndMathml',
      throwOnError: true,
      strict: 'ignore',
      trust: refused,
      maxSize: MAX_SIZE,
      maxExpand: DEFINES.test(tex) ? Math.min(MAX_EXPANSIONS, Math.floor(MAX_EXPANDED / tex.length)) : MAX_EXPANSIONS,
    });
  } catch {
    // KaTeX cannot read it, or it is nested too deeply for the stack.
    return;
  }
  place.replaceChildren(...drawn.childNodes);
  if (isDisplay) watchWidth(place);
}

let widths: ResizeObserver | null = null;

/**
 * Makes a formula that is wider than its column focusable, so that the keyboard can scroll it. Measuring it at once
 * would force a layout.
 */
function watchWidth(place: HTMLElement): void {
  widths ??= new ResizeObserver((entries) => {
    for (const { target } of entries)
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
  });
  widths.observe(place);
}
