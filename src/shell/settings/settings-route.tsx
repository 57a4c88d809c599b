import type { LoadedOnce } from '#elements/web/page/load-once.tsx';

import { settingsFrame } from '../pages.ts';

/** A page of the settings inside their frame. */
export function SettingsRoute({ page: { Component } }: { readonly page: LoadedOnce<object> }) {
  return (
    <settingsFrame.Component>
      <Component />
    </settingsFrame.Component>
  );
}
