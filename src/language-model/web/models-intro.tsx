import type { ModelSettings } from '../protocol.ts';
import { canBeAsked } from './providers/data-destination.ts';

/** Explains offline mode, or what works without a key and what a key adds. */
export function ModelsIntro({ settings }: { readonly settings: ModelSettings }) {
  if (settings.isOffline)
    return (
      <Lead>
        Warren is offline (WARREN_OFFLINE): only embedded agents answer, and nothing leaves this machine. Changes made
        here are saved and apply once Warren is started without it.
      </Lead>
    );
  if (!settings.providers.some(canBeAsked))
    return (
      <Lead>
        Everything works without a key: embedded agents ask, read your answers, notice tangents and name sets, and
        nothing leaves this machine. With a key for Anthropic or the address of a local model, the tutor can talk freely
        and the evaluator understands more of what you say.
      </Lead>
    );
  return null;
}

function Lead({ children }: { readonly children: React.ReactNode }) {
  return <p className="mb-4 max-w-[62ch] text-ink-soft">{children}</p>;
}
