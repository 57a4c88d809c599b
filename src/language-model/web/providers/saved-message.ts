import type { ModelSettings, ProviderChange, ProviderId, Role } from '../../protocol.ts';
import { roleNames } from '../role-names.ts';

interface Saved {
  readonly provider: ProviderId;
  readonly change: ProviderChange;
  /** The roles before the change. */
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
  // Anthropic has no embedding models.
  if (moved.length > 2 && others.join() === 'embedder') return `${what} Every role but the embedder now uses it.`;
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
