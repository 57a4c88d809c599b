import { useMutation, useQueryClient } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { useFocusAfterClose } from '#elements/web/focus/use-focus-after-close.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';
import { WithSettingsLink } from '#session/web/transcript/rows/wait-notice.tsx';

import type { ModelSettings, Provider, ProviderChange, ProviderId, Role } from '../../protocol.ts';
import { problemText } from '../problem-text.ts';
import { modelSettingsQuery, offeredModelsQuery, storeModelSettings } from '../queries.ts';
import { roleNames } from '../role-names.ts';
import { canBeAsked, isKeyLost } from './data-destination.ts';
import { presetAt } from './presets.ts';
import { ProviderForm } from './provider-form.tsx';

interface ProviderRowProps {
  readonly provider: Provider;
  readonly roles: readonly Role[];
  readonly isOffline: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** A provider: which key is used, where requests go, and whether it answers. */
export function ProviderRow({ provider, roles, isOffline, isOpen, onOpen }: ProviderRowProps) {
  const queries = useQueryClient();
  const toast = useToast();
  const check = useProviderCheck(provider);
  const change = useFocusAfterClose(isOpen);

  /** Restores the address, and deletes the key if it was the first one. */
  const takeBack = async (hasKeyNow: boolean) => {
    try {
      const before: ProviderChange = {
        baseUrl: provider.baseUrlFrom === 'own' ? provider.baseUrl : null,
        ...(hasKeyNow && { key: null }),
      };
      const now = await api<ModelSettings>('PUT', `/api/models/providers/${provider.id}`, before);
      check.reset();
      queries.removeQueries({ queryKey: offeredModelsQuery(provider.id).queryKey });
      storeModelSettings(queries, now);
    } catch (error) {
      toast({ text: messageOf(error) });
    }
  };
  const saved = (changed: ProviderChange, settings: ModelSettings) => {
    queries.removeQueries({ queryKey: offeredModelsQuery(provider.id).queryKey });
    storeModelSettings(queries, settings);
    onOpen(false);
    // A replaced or deleted key is not stored any more.
    const mayTakeBack = changed.key === undefined || (changed.key !== null && provider.key !== 'own');
    toast({
      text: savedMessage({ provider: provider.id, change: changed, before: roles, settings }),
      ...(mayTakeBack && { undo: () => void takeBack(changed.key !== undefined) }),
    });
    if (changed.key === null || isOffline) check.reset();
    else check.mutate();
  };
  const mayAsk = canBeAsked(provider);
  const suffix = <span className="sr-only"> {provider.name}</span>;
  return (
    <li className="border-t border-line py-3 first:border-t-0 first:pt-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 wide:grid-cols-[12rem_minmax(0,1fr)_auto]">
        <div>{provider.name}</div>
        <div className="order-last col-span-2 min-w-0 text-sm wide:order-none wide:col-span-1">
          {isKeyLost(provider) ? (
            <div className="text-bad">Your key cannot be read any more. Enter it again.</div>
          ) : (
            <div className="text-ink-soft">{keyText(provider)}</div>
          )}
          <div className="break-words text-ink-faint">{addressText(provider)}</div>
          {provider.isUnchecked && <div className="text-warn">Not checked yet</div>}
        </div>
        <div className="flex gap-1">
          {mayAsk && !isOffline && !isOpen && (
            <Button look="quiet" isBusy={check.isPending} onClick={() => check.mutate()}>
              <span>Check{suffix}</span>
            </Button>
          )}
          {!isOpen && (
            <Button
              ref={change}
              onClick={() => {
                check.reset();
                onOpen(true);
              }}
            >
              <span>
                {mayAsk ? 'Change' : 'Set up'}
                {suffix}
              </span>
            </Button>
          )}
        </div>
      </div>
      {isOpen ? (
        <ProviderForm provider={provider} onSaved={saved} onCancel={() => onOpen(false)} />
      ) : (
        <output className="block text-sm">
          {check.isPending && <p className="pt-2 text-ink-faint">Asking for its models</p>}
          {check.error && (
            <p className="max-w-[62ch] pt-2 text-bad">
              <WithSettingsLink text={problemText(check.error)} />
            </p>
          )}
          {check.isSuccess && <p className="pt-2 text-good">{offerText(check.data)}</p>}
        </output>
      )}
    </li>
  );
}

function keyText({ key, keyEnd, id, baseUrlFrom }: Provider): string {
  if (key === 'own') return keyEnd === '' ? 'Your key' : `Your key, ends in …${keyEnd ?? ''}`;
  if (key === 'server') return 'The key that Warren was started with';
  return id === 'openai' && baseUrlFrom !== 'default' ? 'Without a key' : 'No key yet';
}

function addressText({ id, baseUrl }: Provider): string {
  const service = id === 'openai' ? presetAt(baseUrl)?.name : undefined;
  return service === undefined ? baseUrl : `${service}, ${baseUrl}`;
}

function offerText(count: number): string {
  if (count === 0) return 'It answers, but offers no models yet.';
  return `It answers, and offers ${count === 1 ? 'one model' : `${count} models`}. Roles can use ${count === 1 ? 'it' : 'any of them'}.`;
}

/** Asks a provider for its models. This is free and shows whether the address and the key are right. */
function useProviderCheck(provider: Provider) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const offered = await queries.fetchQuery({ ...offeredModelsQuery(provider.id), staleTime: 0 });
      return offered.length;
    },
    // The check decides whether roles may use the key.
    onSettled: () => void queries.invalidateQueries({ queryKey: modelSettingsQuery.queryKey }),
  });
}

interface Saved {
  readonly provider: ProviderId;
  readonly change: ProviderChange;
  readonly before: readonly Role[];
  readonly settings: ModelSettings;
}

/** The message after saving a key or an address: `Key saved. Tutor and titler now use it.` */
export function savedMessage({ provider, change, before, settings }: Saved): string {
  const what = savedWhat(change, settings.providers.find(({ id }) => id === provider)?.isUnchecked === true);
  const was = new Set(before.flatMap(({ id, isEmbedded }) => (isEmbedded ? id : [])));
  const moves = ({ id, isEmbedded, choice }: Role) => was.has(id) && !isEmbedded && choice.provider === provider;
  const moved = settings.roles.filter(moves).map(({ id }) => roleNames[id].name);
  const others = settings.roles.filter((role) => !moves(role)).map(({ id }) => id);
  if (moved.length > 2 && others.length === 0) return `${what} Every role now uses it.`;
  // The checker is off until a model is chosen for it, and Anthropic has no embedding models.
  const left = { checker: 'the checker', 'checker,embedder': 'the checker and the embedder', embedder: 'the embedder' };
  const but = Object.entries(left).find(([ids]) => ids === others.join())?.[1];
  if (moved.length > 2 && but !== undefined) return `${what} Every role but ${but} now uses it.`;
  return moved.length === 0 ? what : `${what} ${listed(moved)} now ${moved.length === 1 ? 'uses' : 'use'} it.`;
}

function savedWhat({ key }: ProviderChange, isUnchecked: boolean): string {
  if (key === null) return 'Key removed.';
  const what = key === undefined ? 'Address saved' : 'Key saved';
  return isUnchecked ? `${what}, but the key could not be checked. It has no role until it is.` : `${what}.`;
}

function listed(names: readonly string[]): string {
  const words = names.map((name, index) => (index === 0 ? name : name.toLowerCase()));
  return words.length === 1 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
