import { SelectField } from '#elements/web/text-field.tsx';
import { BUILT_IN } from '#kernel/built-in.ts';

import type { ModelSettings, ProviderId } from '../../protocol.ts';
import { ModelField } from '../model-field/model-field.tsx';
import { canBeAsked } from '../providers/data-destination.ts';

interface ProviderAndModelProps {
  readonly settings: ModelSettings;
  readonly isEmbedder: boolean;
  /** Null for the embedded agent. */
  readonly provider: ProviderId | null;
  readonly model: string;
  readonly onProvider: (provider: ProviderId | null) => void;
  readonly onModel: (model: string) => void;
  /** The problem of the model field. */
  readonly problem: string | undefined;
}

/** The fields for a provider, or the embedded agent, and for one of its models. */
export function ProviderAndModel({ settings, isEmbedder, provider: chosen, ...props }: ProviderAndModelProps) {
  const provider = settings.providers.find(({ id }) => id === chosen);
  const hasProvider = provider !== undefined && canBeAsked(provider);
  return (
    <>
      <SelectField
        label="Provider"
        name="provider"
        value={chosen ?? 'embedded'}
        onChange={({ target: { value } }) => props.onProvider(value === 'embedded' ? null : (value as ProviderId))}
        help={
          provider === undefined
            ? 'It asks, compares and quotes, on this machine.'
            : hasProvider
              ? undefined
              : `There is no key for ${provider.name} yet. Until there is, what is built in answers.`
        }
      >
        <option value="embedded">{BUILT_IN}</option>
        {settings.providers
          .filter(({ id }) => !isEmbedder || id !== 'anthropic')
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      {provider && (
        <ModelField
          key={provider.id}
          provider={provider}
          mayAsk={hasProvider && !settings.isOffline}
          known={settings.models}
          isEmbedder={isEmbedder}
          value={props.model}
          onChange={props.onModel}
          problem={props.problem}
        />
      )}
    </>
  );
}
