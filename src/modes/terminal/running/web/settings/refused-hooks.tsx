import { useQuery } from '@tanstack/react-query';

import { refusedHooksQuery } from '../queries.ts';

const WORDS: Readonly<Record<string, string>> = {
  forged: 'without the right secret',
  unknownSession: 'for no session that runs',
  fromPage: 'sent by a web page',
  tooLarge: 'too large',
  malformed: 'malformed',
  wrongTranscript: 'with a transcript from elsewhere',
  replayed: 'sent again',
  late: 'late',
};

/** What came for the sessions of Claude Code and changed nothing, since the server started. */
export function RefusedHooks() {
  const { data } = useQuery(refusedHooksQuery);
  const counts = Object.entries(data?.refused ?? {}).filter(([, count]) => count > 0);
  if (!data) return null;
  if (counts.length === 0) return <p className="text-ink-soft">None since Warren started.</p>;
  return (
    <>
      <p className="text-ink-soft">
        They changed nothing. Some come late or twice; more than a few of the others do not happen by themselves.
      </p>
      <ul className="mt-2">
        {counts.map(([why, count]) => (
          <li key={why} className="tabular-nums">
            {count} {WORDS[why] ?? why}
          </li>
        ))}
      </ul>
    </>
  );
}
