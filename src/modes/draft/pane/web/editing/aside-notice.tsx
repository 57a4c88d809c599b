import { Button } from '#elements/web/button.tsx';

import type { SavedText } from '../../../protocol.ts';

interface AsideNoticeProps {
  readonly saved: SavedText;
  /** The version that counts. */
  readonly current: number;
  readonly onShow: (number: number) => void;
  readonly onCompare: (number: number, before: number) => void;
}

/** Says that another version was written while this one was edited; both are stored. */
export function AsideNotice({ saved: { version }, current, onShow, onCompare }: AsideNoticeProps) {
  const { number } = version;
  const small = 'min-h-[28px] px-2 py-0.5';
  return (
    <div
      role="alert"
      className="mx-4 mt-3 flex flex-none flex-wrap items-center gap-x-2 gap-y-1 border-l-2 border-warn pl-3 text-sm text-ink-soft wide:mx-10"
    >
      <p className="text-ink">{`Another version was written meanwhile. Yours is kept as version ${String(number)}.`}</p>
      <Button look="quiet" className={small} onClick={() => onShow(number)}>
        {`Show yours`}
      </Button>
      {current !== number && (
        <>
          <Button look="quiet" className={small} onClick={() => onShow(current)}>
            {`Show version ${String(current)}`}
          </Button>
          <Button look="quiet" className={small} onClick={() => onCompare(number, current)}>
            Compare the two
          </Button>
        </>
      )}
    </div>
  );
}
