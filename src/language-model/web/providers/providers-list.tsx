import type { ModelSettings } from '../../protocol.ts';
import { ProviderRow } from './provider-row.tsx';

interface ProvidersListProps {
  readonly settings: ModelSettings;
  /** The provider whose form is open, or null. */
  readonly open: string | null;
  readonly onOpen: (provider: string | null) => void;
}

/** The providers with their keys and addresses. */
export function ProvidersList({ settings, open, onOpen }: ProvidersListProps) {
  return (
    <ul>
      {settings.providers.map((provider) => (
        <ProviderRow
          key={provider.id}
          provider={provider}
          roles={settings.roles}
          isOffline={settings.isOffline}
          isOpen={open === provider.id}
          onOpen={(isOpen) => onOpen(isOpen ? provider.id : null)}
        />
      ))}
    </ul>
  );
}
