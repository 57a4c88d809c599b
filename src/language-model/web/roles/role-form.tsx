import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { SaveActions } from '#elements/web/form-actions.tsx';
import { TextField } from '#elements/web/text-field.tsx';
import { api } from '#http-client/web/api.ts';
import { WithSettingsLink } from '#session/web/transcript/rows/wait-notice.tsx';

import { defaultBaseUrls } from '../../domain/base-url.ts';
import { defaultChoice } from '../../domain/default-choice.ts';
import type { ModelSettings, ProviderId, Role, RoleChoice, RoleId } from '../../protocol.ts';
import { problemAt, problemText } from '../problem-text.ts';
import { canBeAsked } from '../providers/data-destination.ts';
import { roleNames } from '../role-names.ts';
import { useFirstField } from '../use-first-field.ts';
import { ProviderAndModel } from './provider-and-model.tsx';
import { TryResult } from './try-result.tsx';
import { useRoleTry } from './use-role-try.ts';

const MIN_TOKENS = 16;
const MAX_TOKENS = 64_000;
const MIN_CONTEXT = 2_000;
const MAX_CONTEXT = 10_000_000;

interface RoleFormProps {
  readonly role: Role;
  readonly settings: ModelSettings;
  /** Called after saving; null if the role is back to its default. */
  readonly onSaved: (choice: RoleChoice | null, settings: ModelSettings) => void;
  readonly onCancel: () => void;
}

/** Provider, model and answer limit of a role. A choice can be tried before it is saved. */
export function RoleForm({ role, settings, onSaved, onCancel }: RoleFormProps) {
  const [draft, setDraft] = useState(() => choiceDraftOf(role.choice));
  const [problems, setProblems] = useState<Partial<Record<keyof ChoiceDraft, string>>>({});
  const form = useFirstField<HTMLFormElement>();
  const trying = useRoleTry(role.id);
  const save = useMutation({
    mutationFn: (choice: RoleChoice | null) => {
      const path = `/api/models/roles/${role.id}` as const;
      return choice === null ? api<ModelSettings>('DELETE', path) : api<ModelSettings>('PUT', path, choice);
    },
    onSuccess: (changed, choice) => onSaved(choice, changed),
  });
  const change = (changed: ChoiceDraft) => {
    setDraft(changed);
    setProblems({});
    trying.reset();
    save.reset();
  };
  const chooseProvider = (id: ProviderId | null) => {
    const isOfficial = settings.providers.some((each) => each.id === id && each.baseUrl === defaultBaseUrls[each.id]);
    change(withProvider(draft, id, { role: role.id, saved: role.choice, isOfficial }));
  };
  const withChoice = (act: (choice: RoleChoice) => void) => {
    const read = readChoice(draft);
    setProblems('problems' in read ? read.problems : {});
    if ('choice' in read) act(read.choice);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    withChoice((choice) => save.mutate(choice));
  };
  const isEmbedder = role.id === 'embedder';
  const provider = settings.providers.find(({ id }) => id === draft.provider);
  const hasProvider = provider !== undefined && canBeAsked(provider);
  const failed = save.error ?? trying.error;
  const at = (field: keyof ChoiceDraft) => problems[field] ?? problemAt(failed, field);
  const isElsewhere =
    failed !== null && at('model') === undefined && at('maxTokens') === undefined && at('contextTokens') === undefined;

  return (
    <form
      ref={form}
      aria-label={`Model for the ${roleNames[role.id].name.toLowerCase()}`}
      noValidate
      onSubmit={submit}
      className="mt-3 mb-1 flex max-w-[440px] flex-col gap-4"
    >
      <ProviderAndModel
        settings={settings}
        isEmbedder={isEmbedder}
        provider={draft.provider}
        model={draft.model}
        onProvider={chooseProvider}
        onModel={(model) => change({ ...draft, model })}
        problem={at('model')}
      />
      {draft.provider !== null && (
        <>
          {!isEmbedder && (
            <TextField
              label="Longest answer, in tokens"
              name="maxTokens"
              inputMode="numeric"
              autoComplete="off"
              value={draft.maxTokens}
              onChange={({ target: { value } }) => change({ ...draft, maxTokens: value })}
              problem={at('maxTokens')}
              help="A longer answer is cut, and the page says so. A token is about three quarters of a word."
            />
          )}
          {READS_SOURCES.includes(role.id) && (
            <TextField
              label="Context size, in tokens"
              name="contextTokens"
              inputMode="numeric"
              autoComplete="off"
              placeholder="As known of the model"
              value={draft.contextTokens}
              onChange={({ target: { value } }) => change({ ...draft, contextTokens: value })}
              problem={at('contextTokens')}
              help="How much the model takes: sources, conversation and answer. For a model that Warren does not know it is 32,000."
            />
          )}
        </>
      )}
      {isEmbedder && (
        <p className="text-sm text-ink-faint">
          With another model your library is indexed again in the background. Until that is done, the old index serves.
        </p>
      )}
      {isElsewhere && save.error && (
        <p role="alert" className="text-sm text-bad">
          <WithSettingsLink text={problemText(save.error)} />
        </p>
      )}
      <div>
        <SaveActions isBusy={save.isPending} onCancel={onCancel}>
          {hasProvider && !settings.isOffline && (
            <Button isBusy={trying.isPending} onClick={() => withChoice((choice) => trying.mutate(choice))}>
              Try it
            </Button>
          )}
          {!role.isDefault && (
            <Button look="quiet" isBusy={save.isPending} onClick={() => save.mutate(null)}>
              Back to default
            </Button>
          )}
        </SaveActions>
        <TryResult isTrying={trying.isPending} result={trying.data} error={isElsewhere ? trying.error : null} />
      </div>
    </form>
  );
}

/** Roles whose requests are filled with sources up to the model's context size. */
const READS_SOURCES: readonly RoleId[] = ['strategist', 'writer'];

interface ChoiceDraft {
  readonly provider: ProviderId | null;
  readonly model: string;
  readonly maxTokens: string;
  /** Empty: the known size of the model. */
  readonly contextTokens: string;
}

export function choiceDraftOf({ provider, model, maxTokens, contextTokens }: RoleChoice): ChoiceDraft {
  return { provider, model, maxTokens: String(maxTokens), contextTokens: contextTokens?.toString() ?? '' };
}

interface RoleNow {
  readonly role: RoleId;
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
