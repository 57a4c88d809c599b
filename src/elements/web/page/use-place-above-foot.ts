import { useEffect, useState } from 'react';

interface Place {
  readonly left: number;
  readonly width: number;
  readonly bottom: number;
}

const APART_PX = 12;
const EVERY_MS = 100;
/** What stands at the foot of a page and has to stay in sight: the composer, which floats, and the connection notice. */
const FOOT = '[data-foot], .shadow-float';

/** Where the page's column ends at its foot, followed while it is of use. Undefined where there is no page yet. */
export function usePlaceAboveFoot(isOfUse: boolean): Place | undefined {
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    if (!isOfUse) return undefined;
    // The composer grows and goes without a word to anybody: it is looked at, for the seconds a toast stands.
    const look = () => {
      const found = measure();
      setPlace((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
    };
    const first = requestAnimationFrame(look);
    const timer = setInterval(look, EVERY_MS);
    return () => {
      cancelAnimationFrame(first);
      clearInterval(timer);
    };
  }, [isOfUse]);
  return place;
}

function measure(): Place | undefined {
  const main = document.querySelector('main');
  if (!main) return undefined;
  const { left, width, bottom } = main.getBoundingClientRect();
  const tops = [...main.querySelectorAll(FOOT)].map((element) => element.getBoundingClientRect().top);
  return { left, width, bottom: window.innerHeight - Math.min(bottom, ...tops) + APART_PX };
}
