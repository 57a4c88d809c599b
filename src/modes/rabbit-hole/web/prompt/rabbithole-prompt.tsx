import { Button } from '#elements/web/button.tsx';

import type { DrawsOn } from '../../protocol.ts';

interface RabbitholePromptProps {
  readonly topic: string;
  /** Absent if a model answers in the hole. */
  readonly drawsOn?: DrawsOn | undefined;
  /** Another element on the screen is more important. */
  readonly isAside: boolean;
  readonly onExplore: () => void;
  readonly onStay: () => void;
}

const DRAWS_ON: Readonly<Record<DrawsOn, string>> = {
  description: 'It draws on this set’s description, what you have recalled, and your library.',
  recalled: 'It draws on what you have recalled and on your library.',
};

/** The invitation to explore a detected tangent, in the transcript. Sending another message declines it. */
export function RabbitholePrompt({ topic, drawsOn, isAside, onExplore, onStay }: RabbitholePromptProps) {
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 pt-2 pb-6 wide:px-6">
      <aside
        aria-label="Rabbit hole"
        className="appear flex flex-wrap items-center gap-x-3 gap-y-2.5 border-l-2 border-accent py-0.5 pl-4 text-ink-soft"
      >
        <p className="basis-full [overflow-wrap:anywhere]">
          Looks like you're curious about <strong className="font-semibold text-ink">{topic}</strong>. Want to explore?
        </p>
        <Button look={isAside ? 'outlined' : 'primary'} onClick={onExplore}>
          Explore
        </Button>
        <Button look="quiet" onClick={onStay}>
          Stay on track
        </Button>
        {drawsOn && <p className="basis-full text-sm text-ink-faint">{DRAWS_ON[drawsOn]}</p>}
      </aside>
    </div>
  );
}
