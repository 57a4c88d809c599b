/** The settings, a page for each concern. */
export const settingsPages = [
  { to: '/settings', label: 'General' },
  { to: '/settings/recall', label: 'Recall' },
  { to: '/settings/models', label: 'Models' },
  { to: '/settings/spending', label: 'Spending' },
] as const;
