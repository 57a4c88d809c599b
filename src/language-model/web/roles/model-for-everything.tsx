import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { useFocusAfterClose } from '#elements/web/focus/use-focus-after-close.ts';
import { SaveActions } from '#elements/web/form-actions.tsx';
import { api } from '#http-client/web/api.ts';

import type { ModelForAll, ModelSettings } from '../../protocol.ts';
import { problemAt, problemText } from '../problem-text.ts';
import { canBeAsked } from '../providers/data-destination.ts';
import { useChosenForAll } from '../use-chosen-for-all.ts';
import { useFirstField } from '../use-first-field.ts';
import { ProviderAndModel } from './provider-and-model.tsx';

interface ModelForEverythingProps {
  readonly settings: ModelSettings;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** Chooses one model, or the embedded agents, for every role that converses. */
export function ModelForEverything({ settings, isOpen, onOpen }: ModelForEverythingProps) {
  const button = useFocusAfterClose(isOpen);
  return (
    <div className="mb-4">
      {isOpen ? (
        <EverythingForm settings={settings} onClose={() => onOpen(false)} />
      ) : (
        <Button ref={button} onClick={() => onOpen(true)}>
          Use one model for everything
        </Button>
      )}
    </div>
  );
}

function EverythingForm({ settings, onClose }: { readonly settings: ModelSettings; readonly onClose: () => void }) {
  const form = useFirstField<HTMLFormElement>();
  const [draft, setDraft] = useState(() => firstDraft(settings));
  const [isMissing, setMissing] = useState(false);
  const chosen = useChosenForAll();
  const save = useMutation({
    mutationFn: (wanted: ModelForAll) => api<ModelSettings>('PUT', '/api/models/roles', wanted),
    onSuccess: (changed, { model }) => {
      onClose();
      chosen(changed, model);
    },
  });
  const change = (changed: ModelForAll) => {
    setDraft(changed);
    setMissing(false);
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const model = draft.provider === null ? '' : draft.model.trim();
    if (draft.provider !== null && model === '') setMissing(true);
    else save.mutate({ ...draft, model });
  };
  const problem = isMissing ? 'Choose a model or enter its id.' : problemAt(save.error, 'model');
  return (
    <form
      ref={form}
      aria-label="One model for everything"
      noValidate
      onSubmit={submit}
      className="flex max-w-[440px] flex-col gap-4"
    >
      <ProviderAndModel
        settings={settings}
        isEmbedder={false}
        provider={draft.provider}
        model={draft.model}
        onProvider={(provider) => change({ provider, model: '' })}
        onModel={(model) => change({ ...draft, model })}
        problem={problem}
      />
      <p className="text-sm text-ink-faint">
        Every role gets it but the embedder, which finds and does not talk, and the checker while it is off.
      </p>
      {save.error && problem === undefined && (
        <p role="alert" className="text-sm text-bad">
          {problemText(save.error)}
        </p>
      )}
      <SaveActions isBusy={save.isPending} onCancel={onClose} />
    </form>
  );
}

/** The model of the tutor; without one, a provider that can be called. */
function firstDraft({ roles, providers }: ModelSettings): ModelForAll {
  const tutor = roles.find(({ id }) => id === 'tutor');
  if (tutor && !tutor.isEmbedded) return { provider: tutor.choice.provider, model: tutor.choice.model };
  return { provider: providers.find(canBeAsked)?.id ?? null, model: '' };
}
