import { CalendarDays, type LucideIcon, RotateCcw, Settings } from 'lucide-react';

/** Where one can go, in the order of the rail, the phone's bar and the palette. */
export const places = [
  { to: '/', label: 'Today', icon: CalendarDays },
  { to: '/recall', label: 'Recall', icon: RotateCcw },
  { to: '/settings', label: 'Settings', icon: Settings },
] as const satisfies readonly { to: string; label: string; icon: LucideIcon }[];

/** A session belongs to the place of its mode. */
export function isCurrent(to: (typeof places)[number]['to'], pathname: string): boolean {
  if (to === '/') return pathname === '/';
  return pathname.startsWith(to) || (to === '/recall' && pathname.startsWith('/session/'));
}
