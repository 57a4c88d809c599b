import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { SelectField } from '#elements/web/text-field.tsx';
import { api } from '#http-client/web/api.ts';

import type { LocalServer, ModelSettings } from '../../protocol.ts';
import { problemText } from '../problem-text.ts';
import { useChosenForAll } from '../use-chosen-for-all.ts';

interface LocalOfferProps {
  readonly server: LocalServer;
  readonly heading: 'h2' | 'h3';
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** A model server on this machine, with one button that gives every role that converses one of its models. */
export function LocalOffer({ server: { id: server, name, models }, heading: Heading, children }: LocalOfferProps) {
  const id = useId();
  const [chosen, setChosen] = useState(models[0]?.id ?? '');
  const model = models.find((each) => each.id === chosen) ?? models[0];
  const chosenForAll = useChosenForAll();
  const choose = useMutation({
    mutationFn: (wanted: string) => api<ModelSettings>('PUT', `/api/models/local/${server}`, { model: wanted }),
    onSuccess: (settings) => chosenForAll(settings, model?.name ?? ''),
  });
  if (!model) return null;
  return (
    <>
      <div className="min-w-[min(100%,240px)] flex-1">
        <Heading id={id}>
          {`${name} runs here with ${models.length === 1 ? model.name : `${models.length} models`}`}
        </Heading>
        <p className="text-sm text-ink-faint">
          It then answers in every role that talks. What you write stays on this machine.
        </p>
        {choose.error && (
          <p role="alert" className="text-sm text-bad">
            {problemText(choose.error)}
          </p>
        )}
      </div>
      <div className="flex max-w-full flex-wrap items-end gap-2">
        {models.length > 1 && (
          <SelectField
            label="Model"
            aria-describedby={id}
            value={model.id}
            onChange={({ target: { value } }) => setChosen(value)}
          >
            {models.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </SelectField>
        )}
        {children}
        <Button aria-describedby={id} isBusy={choose.isPending} onClick={() => choose.mutate(model.id)}>
          Let it be the tutor
        </Button>
      </div>
    </>
  );
}
