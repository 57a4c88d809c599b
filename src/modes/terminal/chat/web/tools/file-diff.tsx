import type { PatchHunk } from '../../protocol.ts';

const LOOKS: Readonly<Record<string, string>> = {
  '+': 'bg-[color-mix(in_oklab,var(--good)_10%,transparent)] text-good',
  '-': 'bg-[color-mix(in_oklab,var(--bad)_8%,transparent)] text-bad',
};

interface FileDiffProps {
  readonly hunks: readonly PatchHunk[];
}

/** The change of a file, line by line. Signs say it as well as colours. */
export function FileDiff({ hunks }: FileDiffProps) {
  return (
    <figure
      dir="ltr"
      aria-label="Change"
      // What is wider than the page scrolls, also by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-[60dvh] overflow-auto font-mono text-xs leading-relaxed"
    >
      {hunks.map((hunk, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a change keeps its order
        <Hunk key={index} hunk={hunk} isFirst={index === 0} />
      ))}
    </figure>
  );
}

function Hunk({ hunk, isFirst }: { readonly hunk: PatchHunk; readonly isFirst: boolean }) {
  return (
    <pre className={`w-max min-w-full ${isFirst ? '' : 'mt-1 border-t border-line pt-1'}`}>
      {hunk.newStart > 0 && <span className="block px-2 text-ink-faint">Line {hunk.newStart}</span>}
      {hunk.lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines keep their order
        <span key={index} className={`block px-2 ${LOOKS[line[0] ?? ''] ?? 'text-ink-soft'}`}>
          <span className="mr-2">{line[0] ?? ' '}</span>
          {line.slice(1)}
        </span>
      ))}
    </pre>
  );
}
