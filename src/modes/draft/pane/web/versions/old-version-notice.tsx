import { Button } from '#elements/web/button.tsx';

import type { VersionHead } from '../../../protocol.ts';

interface OldVersionNoticeProps {
  readonly version: VersionHead;
  readonly current: number;
  readonly onShowCurrent: () => void;
  readonly onRestore: () => void;
}

/** Shown above a version that does not count. */
export function OldVersionNotice({ version, current, onShowCurrent, onRestore }: OldVersionNoticeProps) {
  const { number, isAside } = version;
  return (
    <div
      role="note"
      className="mb-5 flex flex-wrap items-center gap-2 border-l-2 border-line-strong pl-3 text-sm text-ink-soft"
    >
      <p className="min-w-0 flex-1 basis-48">
        {isAside
          ? `Version ${String(number)} was put aside, because another one was written at the same time. Version ${String(current)} counts now.`
          : `This is version ${String(number)}. Version ${String(current)} counts now.`}
      </p>
      <Button className="min-h-[28px] px-2.5 py-0.5" onClick={onRestore}>
        {`Restore ${String(number)}`}
      </Button>
      <Button look="quiet" className="min-h-[28px] px-2.5 py-0.5" onClick={onShowCurrent}>
        {`Show ${String(current)}`}
      </Button>
    </div>
  );
}
