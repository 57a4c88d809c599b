import type { Provider, ProviderChange } from '../../protocol.ts';

/** The form of a provider. The stored key is not known to the page; an empty field keeps it. */
export interface ProviderDraft {
  readonly key: string;
  readonly address: string;
}

export function providerDraftOf({ baseUrl, baseUrlFrom }: Provider): ProviderDraft {
  return { key: '', address: baseUrlFrom === 'own' ? baseUrl : '' };
}

export function isAddressChanged(draft: ProviderDraft, provider: Provider): boolean {
  return draft.address.trim() !== providerDraftOf(provider).address;
}

type Read = { readonly change: ProviderChange } | { readonly problems: Partial<Record<keyof ProviderDraft, string>> };

const ADDRESS = /^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/i;

/** The changes in the form, or the problem of each field. */
export function readProviderDraft(draft: ProviderDraft, provider: Provider): Read {
  const key = draft.key.trim();
  const address = draft.address.trim();
  const isAddressNew = isAddressChanged(draft, provider);
  if (address !== '' && !ADDRESS.test(address))
    return {
      problems: { address: 'An address begins with http:// or https://, for example http://127.0.0.1:11434/v1.' },
    };
  if (!/^[\x21-\x7e]*$/.test(key))
    return { problems: { key: 'A key has no spaces and no accents. Check what was pasted.' } };
  if (key === '' && !isAddressNew)
    return { problems: { key: provider.key === 'own' ? 'Paste the new key.' : 'Paste a key.' } };
  return {
    change: {
      ...(key !== '' && { key }),
      ...(isAddressNew && { baseUrl: address === '' ? null : address }),
    },
  };
}
