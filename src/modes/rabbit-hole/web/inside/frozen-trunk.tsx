interface FrozenTrunkProps {
  readonly title: string;
  /** The pending question; may be empty. */
  readonly question: string;
  readonly onRead: () => void;
}

/** The frozen session in one row, which opens it for reading. */
export function FrozenTrunk({ title, question, onRead }: FrozenTrunkProps) {
  return (
    <button
      type="button"
      title="Show the session"
      onClick={onRead}
      className="flex w-full items-baseline gap-3 rounded-medium border border-line bg-sunken px-4 py-3 text-left text-sm text-ink-soft transition-colors duration-(--fast) hover:border-line-strong"
    >
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-line-strong" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <b className="font-[550] text-ink">
          <bdi>{title}</bdi>
        </b>{' '}
        {question === '' ? (
          'waits as you left it'
        ) : (
          <>
            waits at “<bdi>{quotedInside(question)}</bdi>”
          </>
        )}
      </span>
    </button>
  );
}

/** Quotation marks inside a quotation become single ones. */
function quotedInside(words: string): string {
  return words.replace(/[“„"](.*?)[”“"]/gu, '‘$1’').replace('“', '‘');
}
