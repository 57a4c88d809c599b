import { Link, useLocation } from '@tanstack/react-router';
import { Ellipsis, Search } from 'lucide-react';
import { useRef } from 'react';

import { Icon } from '#elements/web/icon.tsx';
import type { RailPlace } from '#session/web/contribution/contribution.ts';
import { usePageComposition } from '#session/web/contribution/page-composition.ts';

import { placesOf, SESSIONS, useCurrentPlace } from './places.ts';
import { useLight } from './use-light.ts';

const ITEM =
  'group flex min-w-0 flex-1 flex-col items-center gap-0.5 rounded-small px-0.5 py-1.5 text-[11px] short:flex-initial short:min-w-0 short:flex-row short:gap-1 short:px-2 short:py-1 text-ink-faint aria-[current=page]:font-semibold aria-[current=page]:text-accent-text';
/** In a low window the labels are beside the icons, and only the current one has room. */
const LABEL = 'short:group-not-aria-[current=page]:sr-only';
const ROW =
  'flex min-h-11 w-full items-center gap-3 rounded-small px-3 text-ink-soft aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink';

/** The bar on a phone, in the colours of the page: four places, and a button for the others and the palette. */
export function PhoneNavigation({ onOpenPalette }: { readonly onOpenPalette: () => void }) {
  const light = useLight();
  const { pathname } = useLocation();
  const places = placesOf(usePageComposition());
  const others = places.filter(({ inBar }) => inBar === undefined);
  const inBar = [...places.filter((place) => place.inBar !== undefined), SESSIONS];
  const placeOfPage = useCurrentPlace(pathname);
  const current = pathname === SESSIONS.to ? SESSIONS.to : placeOfPage;
  const more = useRef<HTMLDivElement>(null);
  const close = () => more.current?.hidePopover();
  const isCurrent = ({ to }: RailPlace) => (to === current ? 'page' : undefined);
  return (
    <nav
      aria-label="Main"
      {...light}
      className="flex justify-around border-t border-line bg-paper px-1 pt-1.5 pb-[max(10px,env(safe-area-inset-bottom))] short:py-0.5 wide:hidden in-data-[keyboard=open]:hidden"
    >
      {inBar.map((place) => (
        <Link key={place.to} to={place.to} aria-current={isCurrent(place)} className={ITEM}>
          <span className="relative">
            <Icon of={place.icon} />
            <span className="absolute -top-1 left-full text-[10px] leading-none font-semibold text-warn tabular-nums">
              {place.Count && <place.Count />}
              {/* Sessions also shows the counts of the places behind More: what waits there waits in a session. */}
              {place === SESSIONS && others.map(({ to, Count }) => Count && <Count key={to} />)}
            </span>
          </span>
          <span className={LABEL}>{place.inBar}</span>
        </Link>
      ))}
      <button
        type="button"
        popoverTarget="more-places"
        aria-label="More places"
        aria-current={others.map(isCurrent).find(Boolean)}
        className={ITEM}
      >
        <Icon of={Ellipsis} />
        <span className={LABEL}>More</span>
      </button>
      <div
        ref={more}
        id="more-places"
        popover="auto"
        className="inset-auto right-2 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] w-52 rounded-medium border border-line bg-surface p-1.5 text-ink shadow-float short:bottom-10"
      >
        {others.map((place) => (
          <Link key={place.to} to={place.to} aria-current={isCurrent(place)} className={ROW} onClick={close}>
            <Icon of={place.icon} />
            {place.label}
          </Link>
        ))}
        <button
          type="button"
          className={ROW}
          onClick={() => {
            close();
            onOpenPalette();
          }}
        >
          <Icon of={Search} />
          Find
        </button>
      </div>
    </nav>
  );
}
