import { contributionsOf, type PageComposition } from '#session/web/contribution/page-composition.ts';

/** The pages of the settings, the one of the shell first. */
export function settingsPagesOf(composition: PageComposition) {
  const contributed = contributionsOf(composition).flatMap(({ settings = [] }) => settings);
  return [GENERAL, ...contributed.map(({ to, label }) => ({ to, label }))];
}

export const GENERAL = { to: '/settings', label: 'General' };
