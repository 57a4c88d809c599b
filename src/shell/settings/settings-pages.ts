import { contributionsOf, type PageComposition } from '#session/web/contribution/page-composition.ts';

/** The pages of the settings; those of the shell come first and last. */
export function settingsPagesOf(composition: PageComposition) {
  const contributed = contributionsOf(composition).flatMap(({ settings = [] }) => settings);
  return [GENERAL, ...contributed.map(({ to, label }) => ({ to, label })), ABOUT];
}

export const GENERAL = { to: '/settings', label: 'General' };
const ABOUT = { to: '/settings/about', label: 'About' };
