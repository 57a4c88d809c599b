import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import './charts.css';

/** Draws data at a width in pixels. */
export type Draw<Given> = (given: Given, width: number) => Element;

interface DrawingProps<Given> {
  /** Loads the drawing function, and the library with the first chart. Must be the same function on every render. */
  readonly load: () => Promise<Draw<Given>>;
  readonly given: Given;
  /** Height in pixels, reserved before the chart is drawn so that the page does not shift. */
  readonly height: number | ((width: number) => number);
}

/** A chart as wide as its container. */
export function Drawing<Given>({ load, given, height }: DrawingProps<Given>) {
  const place = useRef<HTMLDivElement>(null);
  const [draw, setDraw] = useState<{ readonly draw: Draw<Given> } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const width = useWidth(place);
  useEffect(() => {
    let isGone = false;
    load().then(
      (loaded) => !isGone && setDraw({ draw: loaded }),
      () => !isGone && setFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  useLayoutEffect(() => {
    if (draw && width > 0) place.current?.replaceChildren(draw.draw(given, width));
  }, [draw, given, width]);
  return (
    <>
      <div ref={place} className="chart" style={{ minHeight: typeof height === 'number' ? height : height(width) }} />
      {hasFailed && (
        <p className="text-sm text-ink-faint">The chart could not be loaded. Its numbers are in the table.</p>
      )}
    </>
  );
}

function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const element = place.current;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
