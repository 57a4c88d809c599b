import { Button } from '#elements/web/button.tsx';

interface RabbitholePromptProps {
  readonly topic: string;
  /** Something else on the screen is more important. */
  readonly isAside: boolean;
  readonly onExplore: () => void;
  readonly onStay: () => void;
}

/** The invitation to explore a detected tangent, in the transcript. Sending another message declines it. */
export function RabbitholePrompt({ topic, isAside, onExplore, onStay }: RabbitholePromptProps) {
  return (
    <div className="mx-auto w-full max-w-[720px] px-4 pb-6 wide:px-6">
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
      </aside>
    </div>
  );
}
