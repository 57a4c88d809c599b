import { Link, useLocation } from '@tanstack/react-router';
import { Search } from 'lucide-react';

import { Icon } from '#elements/web/icon.tsx';
import { usePageComposition } from '#session/web/contribution/page-composition.ts';

import { placesOf, useCurrentPlace } from './places.ts';
import { useLight } from './use-light.ts';

const ITEM =
  'group flex min-w-0 flex-1 flex-col items-center gap-0.5 rounded-small px-0.5 py-1.5 text-[11px] short:flex-initial short:min-w-0 short:flex-row short:gap-1 short:px-2 short:py-1 text-ink-faint aria-[current=page]:font-semibold aria-[current=page]:text-accent-text';

/** In a low window the labels stand beside the icons, and only the current one has room. */
const LABEL = 'short:group-not-aria-[current=page]:sr-only';

/** The bar on a phone, in the colours of the page: the places, and a button for the palette, which has no key there. */
export function PhoneNavigation({ onOpenPalette }: { readonly onOpenPalette: () => void }) {
  const light = useLight();
  const { pathname } = useLocation();
  const places = placesOf(usePageComposition());
  const current = useCurrentPlace(pathname);
  return (
    <nav
      aria-label="Main"
      {...light}
      className="flex justify-around border-t border-line bg-paper px-1 pt-1.5 pb-[max(10px,env(safe-area-inset-bottom))] short:py-0.5 wide:hidden"
    >
      {places.map(({ to, label, icon, Count }) => (
        <Link key={to} to={to} aria-current={to === current ? 'page' : undefined} className={ITEM}>
          <span className="relative">
            <Icon of={icon} />
            {Count && (
              <span className="absolute -top-1 left-full text-[10px] leading-none font-semibold text-warn tabular-nums">
                <Count />
              </span>
            )}
          </span>
          <span className={LABEL}>{label}</span>
        </Link>
      ))}
      <button type="button" className={ITEM} onClick={onOpenPalette}>
        <Icon of={Search} />
        <span className={LABEL}>Find</span>
      </button>
    </nav>
  );
}
