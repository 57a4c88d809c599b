import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { useFocusAfterClose } from '#elements/web/focus/use-focus-after-close.ts';
import { SaveActions } from '#elements/web/form-actions.tsx';
import { SelectField, TextField } from '#elements/web/text-field.tsx';
import { api } from '#http-client/web/api.ts';
import { WithSettingsLink } from '#session/web/transcript/rows/wait-notice.tsx';

import type { ModelSettings, Provider, ProviderChange } from '../../protocol.ts';
import { problemAt, problemText } from '../problem-text.ts';
import { useFirstField } from '../use-first-field.ts';
import { KeyField } from './key-field.tsx';
import { presetAt, presets } from './presets.ts';

const ADDRESS = /^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/i;

interface ProviderFormProps {
  readonly provider: Provider;
  readonly onSaved: (change: ProviderChange, settings: ModelSettings) => void;
  readonly onCancel: () => void;
}

const OTHER = 'Another address';

export function ProviderForm({ provider, onSaved, onCancel }: ProviderFormProps) {
  const isOpenAi = provider.id === 'openai';
  const [draft, setDraft] = useState(() => providerDraftOf(provider));
  const [service, setService] = useState(() => presetAt(provider.baseUrl)?.name ?? OTHER);
  const [problems, setProblems] = useState<Partial<Record<keyof ProviderDraft, string>>>({});
  const form = useFirstField<HTMLFormElement>();
  const address = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: (changed: ProviderChange) => api<ModelSettings>('PUT', `/api/models/providers/${provider.id}`, changed),
    onSuccess: (settings, changed) => onSaved(changed, settings),
  });
  const change = (changed: Partial<ProviderDraft>) => {
    setDraft({ ...draft, ...changed });
    setProblems({});
    save.reset();
  };
  const chooseService = (name: string) => {
    const preset = presets.find((candidate) => candidate.name === name);
    const isThere = provider.baseUrlFrom !== 'own' && preset?.baseUrl === provider.baseUrl;
    setService(name);
    change({ address: isThere ? '' : (preset?.baseUrl ?? '') });
    if (!preset) address.current?.focus();
  };
  const writeAddress = (written: string) => {
    setService(presetAt(written === '' ? provider.baseUrl : written)?.name ?? OTHER);
    change({ address: written });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isAddressMissing = isOpenAi && service === OTHER && draft.address.trim() === '';
    if (isAddressMissing) return setProblems({ address: 'Enter the address.' });
    const read = readProviderDraft(draft, provider);
    setProblems('problems' in read ? read.problems : {});
    if ('change' in read) save.mutate(read.change);
  };
  const at = {
    key: problems.key ?? problemAt(save.error, 'key'),
    address: problems.address ?? problemAt(save.error, 'baseUrl'),
  };
  const addressField = (
    <TextField
      ref={address}
      label="Address"
      name="address"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={500}
      placeholder={provider.baseUrlFrom === 'own' ? undefined : provider.baseUrl}
      value={draft.address}
      onChange={(event) => writeAddress(event.target.value)}
      problem={at.address}
      help={isOpenAi ? undefined : 'Leave it empty unless requests go through a gateway.'}
    />
  );
  return (
    <form
      ref={form}
      aria-label={`Key and address for ${provider.name}`}
      noValidate
      autoComplete="off"
      onSubmit={submit}
      className="mt-3 mb-1 flex max-w-[440px] flex-col gap-4"
    >
      {isOpenAi && (
        <>
          <SelectField
            label="Service"
            name="service"
            value={service}
            onChange={(event) => chooseService(event.target.value)}
          >
            {[...presets.map(({ name }) => name), OTHER].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
          {addressField}
        </>
      )}
      <KeyField
        value={draft.key}
        onChange={(key) => change({ key })}
        problem={at.key}
        help={keyHelp({ provider, draft, service })}
      />
      {!isOpenAi && (
        <details open={provider.baseUrlFrom === 'own'} className="group">
          <summary className="w-fit text-sm text-ink-soft hover:text-ink">{OTHER}</summary>
          <div className="mt-2">{addressField}</div>
        </details>
      )}
      {save.error && at.key === undefined && at.address === undefined && (
        <p role="alert" className="text-sm text-bad">
          <WithSettingsLink text={problemText(save.error)} />
        </p>
      )}
      <SaveActions isBusy={save.isPending} onCancel={onCancel}>
        {provider.key === 'own' && (
          <RemoveKey
            keyEnd={provider.keyEnd ?? ''}
            isBusy={save.isPending}
            onRemove={() => save.mutate({ key: null })}
          />
        )}
      </SaveActions>
    </form>
  );
}

function keyHelp({
  provider,
  draft,
  service,
}: {
  readonly provider: Provider;
  readonly draft: ProviderDraft;
  readonly service: string;
}): string {
  if (provider.key === 'own' && provider.keyEnd !== null) {
    const kept = provider.keyEnd === '' ? 'Empty keeps yours' : `Empty keeps the one that ends in …${provider.keyEnd}`;
    return isAddressChanged(draft, provider) ? `${kept}, which is then sent to the new address.` : `${kept}.`;
  }
  if (presets.find(({ name }) => name === service)?.needsKey === false && provider.id === 'openai')
    return `${service} needs none, unless you gave it one.`;
  return 'It is stored encrypted on the machine Warren runs on and never shown again.';
}

interface RemoveKeyProps {
  readonly keyEnd: string;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

/** Removing a key cannot be undone, so the person has to confirm it. */
function RemoveKey({ keyEnd, isBusy, onRemove }: RemoveKeyProps) {
  const [isAsking, setAsking] = useState(false);
  const ask = useFocusAfterClose(isAsking);
  if (!isAsking)
    return (
      <Button ref={ask} look="quiet" onClick={() => setAsking(true)}>
        Remove the key
      </Button>
    );
  return <Confirmation keyEnd={keyEnd} isBusy={isBusy} onRemove={onRemove} onKeep={() => setAsking(false)} />;
}

function Confirmation({ keyEnd, isBusy, onRemove, onKeep }: RemoveKeyProps & { readonly onKeep: () => void }) {
  const first = useFirstField<HTMLFieldSetElement>();
  return (
    <fieldset ref={first} className="w-full border-l-2 border-warn pl-3.5">
      <legend className="sr-only">Remove the key</legend>
      <p className="max-w-[62ch] text-sm text-ink-soft">
        {keyEnd === '' ? 'Your key' : `The key that ends in …${keyEnd}`} will be removed and cannot be brought back.
        Until there is another, what is built in answers where it was used.
      </p>
      <div className="mt-2 flex gap-2">
        <Button onClick={onKeep}>Keep it</Button>
        <Button look="quiet" isBusy={isBusy} onClick={onRemove}>
          Remove it
        </Button>
      </div>
    </fieldset>
  );
}

/** The form of a provider. The stored key is not known to the page; an empty field keeps it. */
interface ProviderDraft {
  readonly key: string;
  readonly address: string;
}

export function providerDraftOf({ baseUrl, baseUrlFrom }: Provider): ProviderDraft {
  return { key: '', address: baseUrlFrom === 'own' ? baseUrl : '' };
}

function isAddressChanged(draft: ProviderDraft, provider: Provider): boolean {
  return draft.address.trim() !== providerDraftOf(provider).address;
}

type Read = { readonly change: ProviderChange } | { readonly problems: Partial<Record<keyof ProviderDraft, string>> };

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
