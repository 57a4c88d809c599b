import { BOXED, InlineSelect } from '#elements/web/inline-select.tsx';
import { SegmentedChoice } from '#elements/web/segmented-choice.tsx';

import type { ChangesAnswer } from '../../protocol.ts';

interface SinceChoiceProps {
  readonly since: string;
  readonly changes: ChangesAnswer | undefined;
  readonly onChoose: (since: string) => void;
}

const MAIN = [
  { value: 'turn', name: 'This turn' },
  { value: 'start', name: 'Since the start' },
];
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const MAX_PROMPT = 40;

/** Chooses where the comparison begins. */
export function SinceChoice({ since, changes, onChoose }: SinceChoiceProps) {
  const earlier = (changes?.turns ?? []).slice(0, -1).toReversed();
  const isMain = MAIN.some(({ value }) => value === since);
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <SegmentedChoice label="Changes since" options={MAIN} value={since} onChoose={onChoose} />
      {(earlier.length > 0 || changes?.source === 'git') && (
        <InlineSelect
          label="Changes since an earlier time"
          className={`${BOXED} max-w-40`}
          value={isMain ? '' : since}
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="" disabled>
            Other
          </option>
          {changes?.source === 'git' && <option value="commit">Since the last commit</option>}
          {earlier.map(({ turn, at, prompt }) => (
            <option key={turn} value={`turn-${turn}`}>
              {`Since ${TIME.format(at)}: ${prompt.length > MAX_PROMPT ? `${prompt.slice(0, MAX_PROMPT)}…` : prompt}`}
            </option>
          ))}
        </InlineSelect>
      )}
    </div>
  );
}
