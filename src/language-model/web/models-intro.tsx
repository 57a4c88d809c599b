import type { ModelSettings } from '../protocol.ts';
import { canBeAsked } from './providers/data-destination.ts';

/** One sentence or two on how things stand: what works as it is, and what a key would bring. */
export function ModelsIntro({ settings }: { readonly settings: ModelSettings }) {
  if (settings.isOffline)
    return (
      <Lead>
        Warren was started offline (WARREN_OFFLINE): only embedded agents answer, and nothing leaves this machine. What
        you change here is kept for when it is started without that.
      </Lead>
    );
  if (!settings.providers.some(canBeAsked))
    return (
      <Lead>
        Everything works without a key: embedded agents ask, read along, follow tangents and name sets, and nothing
        leaves this machine. A key for Anthropic, or the address of a model of your own, brings a tutor that talks
        freely and an evaluator that understands more of what you say.
      </Lead>
    );
  return null;
}

function Lead({ children }: { readonly children: React.ReactNode }) {
  return <p className="mb-4 max-w-[62ch] text-ink-soft">{children}</p>;
}
