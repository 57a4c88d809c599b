import { useEffect, useState } from 'react';

interface Place {
  readonly left: number;
  readonly width: number;
  readonly bottom: number;
}

const APART_PX = 12;
const EVERY_MS = 100;
/** What is at the foot of a page and must stay visible: the composer and the connection notice. */
const FOOT = '[data-foot], .shadow-float';

/** The place above the foot of the page, updated while it is needed. Undefined before there is a page. */
export function usePlaceAboveFoot(isOfUse: boolean): Place | undefined {
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    if (!isOfUse) return undefined;
    // Nothing reports that the composer grew or went: it is measured again and again while a toast is shown.
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
