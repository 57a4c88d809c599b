import type { BucketColor } from '../../../storage/protocol.ts';
import { BUCKET_COLORS, BucketDot } from '../../../storage/web/bucket-dot.tsx';

interface ColorChoiceProps {
  readonly color: BucketColor;
  readonly onChoose: (color: BucketColor) => void;
}

/** The colours of a bucket, each with its name. */
export function ColorChoice({ color, onChoose }: ColorChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Colour</legend>
      <div className="flex flex-wrap gap-2">
        {BUCKET_COLORS.map((each) => (
          <label
            key={each}
            className="flex min-h-[34px] cursor-pointer items-center gap-2 rounded-small border border-line-strong px-2.5 text-sm text-ink-soft has-checked:border-accent has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="color"
              className="sr-only"
              checked={each === color}
              onChange={() => onChoose(each)}
            />
            <BucketDot color={each} />
            {each}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
