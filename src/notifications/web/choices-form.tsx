import { useMutation, useQueryClient } from '@tanstack/react-query';

import { TextField } from '#elements/web/text-field.tsx';
import { useToast } from '#elements/web/toast.tsx';
import { api, messageOf } from '#http-client/web/api.ts';

import type { NoticeKind, NotificationChoices, NotificationsAnswer } from '../protocol.ts';
import { Choice } from './choice.tsx';
import { notificationsQuery } from './queries.ts';

const KINDS: readonly { readonly kind: NoticeKind; readonly label: string; readonly help?: string }[] = [
  { kind: 'waits', label: 'A terminal asks for permission or has a question' },
  {
    kind: 'finished',
    label: 'A terminal has finished',
    help: 'If it worked for more than a minute, and is visible on none of your devices.',
  },
  { kind: 'failed', label: 'A terminal has ended with an error' },
  {
    kind: 'answers',
    label: 'A long answer is ready',
    help: 'If it took more than a minute, and is visible on none of your devices.',
  },
  { kind: 'imported', label: 'An import is done', help: 'Of cards or several sources, if it took more than a minute.' },
  { kind: 'due', label: 'Points are ready', help: 'Once a day, if there are any.' },
];
/** Monday first, by their numbers. */
const DAYS = [
  [1, 'Mon'],
  [2, 'Tue'],
  [3, 'Wed'],
  [4, 'Thu'],
  [5, 'Fri'],
  [6, 'Sat'],
  [0, 'Sun'],
] as const;

/** The choices of notices. Each change is saved at once. */
export function ChoicesForm({ stored }: { readonly stored: NotificationChoices }) {
  const { choices, change } = useChoices(stored);
  const { kinds, dueAt, daysOff } = choices;
  return (
    <div className="flex flex-col gap-1">
      {KINDS.map(({ kind, label, help }) => (
        <Choice
          key={kind}
          label={label}
          help={help}
          isChosen={kinds.includes(kind)}
          onChange={(isChosen) =>
            change({ kinds: isChosen ? [...kinds, kind] : kinds.filter((each) => each !== kind) })
          }
        />
      ))}
      {kinds.includes('due') && (
        <fieldset className="mb-2 ml-6.5 flex flex-col gap-3">
          <legend className="sr-only">When points are ready</legend>
          <div className="max-w-36">
            <TextField
              label="At"
              type="time"
              required
              defaultValue={clockOf(dueAt)}
              onBlur={({ target }) => {
                const minutes = minutesOf(target.value);
                if (minutes !== null && minutes !== dueAt) change({ dueAt: minutes });
              }}
            />
          </div>
          <div className="flex flex-wrap gap-x-4">
            {DAYS.map(([day, label]) => (
              <Choice
                key={day}
                label={label}
                isChosen={!daysOff.includes(day)}
                onChange={(isOn) =>
                  change({ daysOff: isOn ? daysOff.filter((each) => each !== day) : [...daysOff, day] })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}

function clockOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function minutesOf(clock: string): number | null {
  const found = /^(\d{2}):(\d{2})/u.exec(clock);
  return found && Number(found[1]) * 60 + Number(found[2]);
}

/** The choices as they will be after the change under way, and a function that changes them. */
function useChoices(stored: NotificationChoices) {
  const queries = useQueryClient();
  const toast = useToast();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (choices: NotificationChoices) =>
      api<NotificationsAnswer>('PUT', '/api/notifications/choices', choices),
    onSuccess: (answer) => queries.setQueryData(notificationsQuery.queryKey, answer),
    onError: (error) => toast({ text: messageOf(error) }),
  });
  const choices = isPending ? variables : stored;
  return { choices, change: (changed: Partial<NotificationChoices>) => mutate({ ...choices, ...changed }) };
}
