import 'katex/dist/katex.min.css';
import katex from 'katex';

/** In em. Sizes that a formula names are no larger. */
const MAX_SIZE = 20;
const MAX_EXPANSIONS = 1_000;
/** A formula that defines macros may become about this many signs. */
const MAX_EXPANDED = 20_000;
/** Groups and cells. KaTeX needs half a second for a thousand of them, one in another. */
const MAX_PARTS = 300;
const DEFINES = /\\(?:[gex]?def|(?:re)?newcommand|providecommand|(?:future)?let|global|long)(?![a-z])/i;

/** Links, images and styles of its own make a formula unreadable. */
function refused(): never {
  throw new Error('A formula may not do this');
}

/** Draws a formula in a place. One that cannot be read leaves the place as it is. */
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
    // It is no formula that KaTeX reads, or nested too deeply for the stack.
    return;
  }
  place.replaceChildren(...drawn.childNodes);
  if (isDisplay) watchWidth(place);
}

let widths: ResizeObserver | null = null;

/** What is wider than its column scrolls, and the keyboard has to reach it. To measure it at once would lay out the page. */
function watchWidth(place: HTMLElement): void {
  widths ??= new ResizeObserver((entries) => {
    for (const { target } of entries)
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
  });
  widths.observe(place);
}
