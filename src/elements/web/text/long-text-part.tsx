import type { ReactNode } from 'react';

import type { MarkdownPart } from '#text/domain/markdown-parts.ts';

import { ColumnsContext } from './columns-context.ts';
import { InTurn, type InTurnProps } from './in-turn.tsx';

interface LongTextPartProps extends InTurnProps {
  readonly parts: readonly MarkdownPart[];
  readonly index: number;
  readonly children: ReactNode;
}

/**
 * A part of a long text. Lists, tables and code continue in the next part: `reading.css` hides the borders between
 * them.
 */
export function LongTextPart({ parts, index, ...rest }: LongTextPartProps) {
  const [part, next] = [parts[index], parts[index + 1]];
  return (
    <div
      className="text-part"
      data-inside={part?.inside}
      data-goes-on={next?.inside}
      data-last={next === undefined || undefined}
    >
      <ColumnsContext value={part?.columns ?? next?.columns}>
        <InTurn {...rest} />
      </ColumnsContext>
    </div>
  );
}
