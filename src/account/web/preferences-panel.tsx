import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';

import { Button } from '#elements/web/button.tsx';
import { QueryState } from '#elements/web/page/query-state.tsx';
import { Section } from '#elements/web/page/section.tsx';
import { FailureText } from '#elements/web/problem-notice.tsx';
import { SelectField, TextField } from '#elements/web/text-field.tsx';
import { formText } from '#elements/web/text/form-text.ts';
import { useToast } from '#elements/web/toast.tsx';
import { api, ApiProblem } from '#http-client/web/api.ts';

import type { Preferences, PreferencesAnswer } from '../protocol.ts';
import { preferencesQuery } from './queries.ts';

const DAY_MINUTES = 24 * 60;

const MIN_PERCENT = 70;
const MAX_PERCENT = 97;
const MAX_COOLDOWN = 20;
const MAX_AIM_DAYS = 7;
const MAX_AIM_POINTS = 2_000;
const USUAL_AIMS = { days: 5, points: 100 };
const FIELDS = ['timeZone', 'dayStartsAt', 'desiredRetention', 'rabbitholeCooldown', 'weeklyAim'];

/** `children` appear together with the panel, so that they do not move. */
export function PreferencesPanel({ children }: { readonly children: ReactNode }) {
  const read = useQuery(preferencesQuery);
  const { data: preferences } = read;
  return (
    <>
      <Section title="Days and reviews">
        {preferences ? <PreferencesForm preferences={preferences} /> : <QueryState of={read} />}
      </Section>
      {!read.isPending && children}
    </>
  );
}

function PreferencesForm({ preferences }: { readonly preferences: Preferences }) {
  const queries = useQueryClient();
  const toast = useToast();
  const [percent, setPercent] = useState(Math.round(preferences.desiredRetention * 100));
  const [aimOf, setAimOf] = useState<'none' | Preferences['weeklyAimOf']>(
    preferences.weeklyAim === null ? 'none' : preferences.weeklyAimOf,
  );
  const save = useMutation({
    mutationFn: (changed: Preferences) => api<PreferencesAnswer>('PUT', '/api/preferences', changed),
    onSuccess: (saved) => {
      queries.setQueryData(preferencesQuery.queryKey, saved);
      // Any page can show days or due points, which depend on the preferences.
      void queries.invalidateQueries();
      toast({ text: 'Preferences saved.' });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    save.mutate({
      timeZone: formText(form, 'timeZone'),
      dayStartsAt: minutesOf(formText(form, 'dayStartsAt')),
      desiredRetention: percent / 100,
      rabbitholeCooldown: Number(formText(form, 'rabbitholeCooldown')),
      selfChecksWithModel: form.has('selfChecksWithModel'),
      weeklyAim: aimOf === 'none' ? null : Number(formText(form, 'weeklyAim')),
      weeklyAimOf: aimOf === 'none' ? preferences.weeklyAimOf : aimOf,
    });
  };
  const problemAt = (field: string) =>
    save.error instanceof ApiProblem && save.error.detail.field === field ? save.error.message : undefined;
  const hasField = FIELDS.some((field) => problemAt(field) !== undefined);

  return (
    <form onSubmit={submit} className="flex max-w-[440px] flex-col gap-5">
      <SelectField
        label="Time zone"
        name="timeZone"
        defaultValue={preferences.timeZone}
        problem={problemAt('timeZone')}
        help="Decides when your days begin."
      >
        {timeZones(preferences.timeZone).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Start of day"
        name="dayStartsAt"
        type="time"
        max="12:00"
        required
        defaultValue={clockOf(preferences.dayStartsAt)}
        problem={problemAt('dayStartsAt')}
        help="Until this time the day before continues. Noon at the latest."
      />
      <TextField
        label={`Desired retention: ${percent}%`}
        name="desiredRetention"
        type="range"
        min={MIN_PERCENT}
        max={MAX_PERCENT}
        step={1}
        value={percent}
        aria-valuetext={`${percent} percent`}
        onChange={(event) => setPercent(event.target.valueAsNumber)}
        problem={problemAt('desiredRetention')}
        help={`A point is due when the chance that you recall it has fallen to ${percent}%. A higher value means more reviews. 90% suits most people.`}
      />
      <TextField
        label="Messages until the next tangent is offered"
        name="rabbitholeCooldown"
        type="number"
        min={0}
        max={MAX_COOLDOWN}
        step={1}
        inputMode="numeric"
        required
        defaultValue={preferences.rabbitholeCooldown}
        problem={problemAt('rabbitholeCooldown')}
        help="Warren offers to explore what you get curious about. If you stay on track, it offers the next one after this many of your messages: 0 to 20."
      />
      <SelectField
        label="Weekly aim"
        value={aimOf}
        help="Today then says how far you are, and nothing else happens. A week begins on Monday."
        onChange={({ target }) => setAimOf(target.value as typeof aimOf)}
      >
        <option value="none">None</option>
        <option value="days">Days on which you recall</option>
        <option value="points">Points that you recall</option>
      </SelectField>
      {aimOf !== 'none' && (
        <TextField
          key={aimOf}
          label={aimOf === 'days' ? 'Days a week' : 'Points a week'}
          name="weeklyAim"
          type="number"
          min={1}
          max={aimOf === 'days' ? MAX_AIM_DAYS : MAX_AIM_POINTS}
          step={1}
          inputMode="numeric"
          required
          defaultValue={(aimOf === preferences.weeklyAimOf && preferences.weeklyAim) || USUAL_AIMS[aimOf]}
          problem={problemAt('weeklyAim')}
        />
      )}
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          name="selfChecksWithModel"
          defaultChecked={preferences.selfChecksWithModel}
          className="mt-1 size-4 accent-accent"
        />
        <span>
          Ask me when a model is not sure of an answer
          <span className="block text-sm text-ink-faint">
            Without a model you are asked anyway: you see the point and say whether you had it.
          </span>
        </span>
      </label>
      {!hasField && <FailureText error={save.error} />}
      <Button type="submit" look="primary" className="self-end" disabled={save.isPending}>
        Save
      </Button>
    </form>
  );
}

/** Minutes after midnight as `HH:MM`. */
function clockOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return Math.min(hours * 60 + minutes, DAY_MINUTES);
}

/** Every time zone that the browser knows, and the chosen one even if the browser does not know it. */
function timeZones(chosen: string): readonly string[] {
  const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  known.add(chosen);
  return [...known].sort();
}
