import type { PlatformId } from '#account/protocol.ts';
import { InlineSelect } from '#elements/web/inline-select.tsx';
import type { Ask } from '#session/web/use-requests.ts';

import { PLATFORM_NAMES } from './platform-words.ts';

const PLATFORMS = Object.entries(PLATFORM_NAMES) as readonly (readonly [PlatformId, string])[];

export function PlatformChooser({ platform, ask }: { readonly platform: PlatformId; readonly ask: Ask }) {
  return (
    <InlineSelect
      label="Platform"
      className="flex-none"
      value={platform}
      onChange={({ target }) => ask({ type: 'set_platform', platform: target.value as PlatformId })}
    >
      {PLATFORMS.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </InlineSelect>
  );
}
