import { useState } from 'react';

import { TextField } from '#elements/web/text-field.tsx';
import { count } from '#elements/web/text/figures.ts';

import type { DeckPreview } from '../../protocol.ts';

const KINDS: Readonly<Record<DeckPreview['kind'], string>> = {
  anki: 'Notes from Anki',
  table: 'A table',
  json: 'JSON',
  lines: 'Text or Markdown',
  package: 'A package from Anki',
};

/** Summary of a file in one line: its kind, and what it would add. */
export function summaryOf({ kind, sets, leftCount, reviews, images, suspended }: DeckPreview, points: number): string {
  const known = sets.reduce((sum, set) => sum + set.known, 0);
  const changed = sets.reduce((sum, set) => sum + set.changed, 0);
  const kept = sets.reduce((sum, set) => sum + set.kept, 0);
  const later = sets.reduce((sum, set) => sum + set.later, 0);
  const listed = kind === 'package' ? leftCount : leftCount - known;
  return [
    KINDS[kind],
    count(sets.length, 'set'),
    count(points, 'new point'),
    ...(reviews > 0 ? [count(reviews, 'review')] : []),
    ...(images > 0 ? [count(images, 'image')] : []),
    ...(suspended > 0 ? [`${suspended} suspended`] : []),
    ...(changed > 0 ? [`${changed} with other words`] : []),
    ...(kept > 0 ? [`${kept} changed here later`] : []),
    ...(later > 0 ? [`${later} reviewed in Anki since`] : []),
    ...(known > changed + kept ? [`${known - changed - kept} already there`] : []),
    ...(listed > 0 ? [`${listed} left out`] : []),
  ].join(' · ');
}

interface SetsOfFileProps {
  readonly preview: DeckPreview;
  readonly title: string | undefined;
  readonly onName: (title: string) => void;
}

const MAX_SETS_SHOWN = 20;

/** A field for the name of a single set, or a list of all sets. */
export function SetsOfFile({ preview: { sets }, title, onName }: SetsOfFileProps) {
  const [only] = sets;
  const [written, setWritten] = useState<string | null>(null);
  if (!only) return null;
  const help = only.isNew ? 'A new set.' : 'You have this set: the points are added to it.';
  const take = () => {
    const name = written?.trim() ?? '';
    if (name !== '' && name !== only.title) onName(name);
    else setWritten(null);
  };
  if (sets.length === 1 || title !== undefined)
    return (
      <TextField
        label="Set"
        maxLength={200}
        autoComplete="off"
        dir="auto"
        help={help}
        value={written ?? only.title}
        onChange={(event) => setWritten(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && take()}
      />
    );
  return (
    <section aria-label="Sets" className="text-sm">
      <h3 className="font-medium">Sets</h3>
      <ul className="mt-1">
        {sets.slice(0, MAX_SETS_SHOWN).map((set) => (
          <li key={set.title} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5">
            <bdi className="[overflow-wrap:anywhere]">{set.title}</bdi>
            <span className="text-ink-faint">
              {`${set.isNew ? 'new' : 'you have it'}, ${count(set.points, 'point')}${set.known > 0 ? `, ${set.known} already there` : ''}`}
            </span>
          </li>
        ))}
      </ul>
      {sets.length > MAX_SETS_SHOWN && <p className="text-ink-faint">{`And ${sets.length - MAX_SETS_SHOWN} more.`}</p>}
    </section>
  );
}
