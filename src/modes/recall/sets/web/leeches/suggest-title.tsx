import { useMutation } from '@tanstack/react-query';

import { Button } from '#elements/web/button.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { TitleSuggestion } from '../../protocol.ts';

interface SuggestTitleProps {
  readonly setId: string;
  /** Fills in the name; nothing is saved yet. */
  readonly onSuggest: (title: string) => void;
}

/** Suggests a name for a set from its points, and names the agent that made the suggestion. */
export function SuggestTitle({ setId, onSuggest }: SuggestTitleProps) {
  const suggest = useMutation({
    mutationFn: () => api<TitleSuggestion>('POST', `/api/recall/sets/${setId}/suggest-title`),
    onSuccess: ({ title }) => onSuggest(title),
  });
  const { data, error, isPending } = suggest;
  return (
    <div className="flex min-h-[34px] basis-full flex-wrap items-center gap-x-3 text-sm">
      <Button look="quiet" className="-ml-3" disabled={isPending} onClick={() => suggest.mutate()}>
        {isPending ? 'Reading the points…' : 'Suggest a name'}
      </Button>
      <output className="text-ink-faint">
        {error
          ? messageOf(error)
          : data &&
            `Suggested by ${data.isEmbedded ? 'what is built in' : data.by}.${data.notice === null ? '' : ` ${data.notice}`}`}
      </output>
    </div>
  );
}
