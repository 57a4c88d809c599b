import { type FormEvent, type ReactNode, useId, useState } from 'react';

import { Button } from '#elements/web/button.tsx';

import { type Chosen, answersOf, isAnswered, questionsOf } from '../../domain/shown/questions.ts';

/** On a phone, the buttons stay visible while the prompt is scrolled. */
export const BUTTONS =
  'flex flex-wrap items-center gap-2 max-wide:sticky max-wide:bottom-0 max-wide:-mx-3 max-wide:-mb-3 max-wide:rounded-b-medium max-wide:bg-warn-soft max-wide:p-3 max-wide:pt-2 max-wide:[&>button]:flex-1';

interface QuestionFormProps {
  readonly input: unknown;
  readonly isBusy: boolean;
  readonly onAnswer: (answers: Record<string, string>) => void;
  /** Shown beside the button that answers. */
  readonly children?: ReactNode;
}

const NOTHING: Chosen = { labels: [], other: null };

/** The questions of Claude Code: one choice or several, or an answer in one's own words. */
export function QuestionForm({ input, isBusy, onAnswer, children }: QuestionFormProps) {
  const name = useId();
  const questions = questionsOf(input);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [isMissing, setMissing] = useState(false);
  const at = (index: number) => chosen[index] ?? NOTHING;
  const choose = (index: number, next: Chosen) => {
    setMissing(false);
    setChosen(questions.map((_, other) => (other === index ? next : at(other))));
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (questions.every((_, index) => isAnswered(at(index))))
      onAnswer(
        answersOf(
          questions,
          questions.map((_, index) => at(index)),
        ),
      );
    else setMissing(true);
  };
  return (
    <form onSubmit={send} className="mt-2 flex flex-col gap-3">
      {questions.map(({ question, options, isMultiple }, index) => {
        const { labels, other } = at(index);
        const type = isMultiple ? 'checkbox' : 'radio';
        const toggle = (label: string, isOn: boolean) => {
          if (!isMultiple) return choose(index, { labels: [label], other: null });
          const kept = labels.filter((each) => each !== label);
          return choose(index, { labels: isOn ? [...kept, label] : kept, other });
        };
        return (
          <fieldset key={question} className="flex flex-col gap-1 rounded-small bg-surface px-2.5 py-2 text-sm">
            <legend dir="auto" className="float-left mb-1 w-full font-medium">
              {question}
            </legend>
            {options.map(({ label, description }) => (
              <label key={label} className="flex min-h-6 items-start gap-2 max-wide:py-2.5">
                <input
                  type={type}
                  name={`${name}-${String(index)}`}
                  className="mt-[3px] size-4 flex-none"
                  checked={labels.includes(label)}
                  onChange={({ target }) => toggle(label, target.checked)}
                />
                <span dir="auto">
                  {label}
                  {description !== '' && <span className="block text-xs text-ink-soft">{description}</span>}
                </span>
              </label>
            ))}
            <label className="flex min-h-6 items-center gap-2">
              <input
                type={type}
                name={`${name}-${String(index)}`}
                className="size-4 flex-none"
                checked={other !== null}
                onChange={({ target }) =>
                  choose(index, { labels: isMultiple ? labels : [], other: target.checked ? '' : null })
                }
              />
              Other
            </label>
            {other !== null && (
              <input
                // It was asked for by the choice before it.
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus
                aria-label={`Other: ${question}`}
                dir="auto"
                value={other}
                onChange={({ target }) => choose(index, { labels, other: target.value })}
                className="min-h-[34px] rounded-small border border-line-strong bg-surface px-2"
              />
            )}
          </fieldset>
        );
      })}
      {isMissing && (
        <p role="alert" className="text-sm text-bad">
          Answer every question first.
        </p>
      )}
      <div className={BUTTONS}>
        <Button type="submit" look="primary" isBusy={isBusy}>
          Answer
        </Button>
        {children}
      </div>
    </form>
  );
}
