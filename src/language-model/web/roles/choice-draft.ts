import { defaultChoice } from '../../domain/default-choice.ts';
import type { ProviderId, RoleChoice, RoleId } from '../../protocol.ts';

/** The form of a choice. */
export interface ChoiceDraft {
  readonly provider: ProviderId | null;
  readonly model: string;
  readonly maxTokens: string;
  /** Empty: what is known of the model. */
  readonly contextTokens: string;
}

const MIN_TOKENS = 16;
const MAX_TOKENS = 64_000;
const MIN_CONTEXT = 2_000;
const MAX_CONTEXT = 10_000_000;

export function choiceDraftOf({ provider, model, maxTokens, contextTokens }: RoleChoice): ChoiceDraft {
  return { provider, model, maxTokens: String(maxTokens), contextTokens: contextTokens?.toString() ?? '' };
}

interface RoleNow {
  readonly role: RoleId;
  /** The saved choice. */
  readonly saved: RoleChoice;
  /** Whether the provider is at its default address. The models at other addresses are unknown. */
  readonly isOfficial: boolean;
}

/** Changes the provider, and the model to the saved one for that provider, the role's default, or none. */
export function withProvider(draft: ChoiceDraft, provider: ProviderId | null, now: RoleNow): ChoiceDraft {
  if (provider === draft.provider) return draft;
  if (provider === null) return { ...draft, provider };
  const endpoint = now.isOfficial ? 'official' : 'custom';
  const suited = defaultChoice(now.role, { anthropic: 'none', openai: 'none', [provider]: endpoint }).model;
  return { ...draft, provider, model: provider === now.saved.provider ? now.saved.model : suited };
}

type Read = { readonly choice: RoleChoice } | { readonly problems: Partial<Record<keyof ChoiceDraft, string>> };

/** The choice in the form, or the problem of each field. */
export function readChoice({ provider, model, maxTokens, contextTokens }: ChoiceDraft): Read {
  const tokens = wholeNumber(maxTokens);
  const context = contextTokens.trim() === '' ? undefined : wholeNumber(contextTokens);
  const isModelMissing = provider !== null && model.trim() === '';
  const areTokensWrong = !(tokens >= MIN_TOKENS && tokens <= MAX_TOKENS);
  const isContextWrong = context !== undefined && !(context >= MIN_CONTEXT && context <= MAX_CONTEXT);
  if (isModelMissing || areTokensWrong || isContextWrong)
    return {
      problems: {
        ...(isModelMissing && { model: 'Choose a model or enter its id.' }),
        ...(areTokensWrong && { maxTokens: 'Enter a whole number from 16 to 64,000.' }),
        ...(isContextWrong && { contextTokens: 'Enter a whole number from 2,000 to 10,000,000, or nothing.' }),
      },
    };
  const size = context === undefined ? {} : { contextTokens: context };
  return { choice: { provider, model: model.trim(), maxTokens: tokens, ...size } };
}

function wholeNumber(written: string): number {
  const digits = written.replace(/[\s,.']/g, '');
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}
