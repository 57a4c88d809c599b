import type { ReactNode } from 'react';

import type { Message, MessagePart } from '../../../protocol.ts';

/** Renders one part of a message. The mode narrows the part by its `type`. Pass the same function in every render. */
export type RenderPart = (part: MessagePart, message: Message) => ReactNode;

/** Parts that stand in the words of a message, each at its offset. */
export interface InlineParts {
  /** Of the parts of one message, in the order of `offsets`. Pass the same function in every render. */
  readonly offsetsOf: (parts: readonly MessagePart[]) => readonly number[];
  readonly render: (parts: readonly MessagePart[], index: number) => ReactNode;
}

interface MessagePartsProps {
  readonly parts: readonly MessagePart[];
  readonly message: Message;
  readonly renderPart: RenderPart;
}

/** The parts of a message, below its words. */
export function MessageParts({ parts, message, renderPart }: MessagePartsProps) {
  return (
    <ul className="mt-2 flex flex-col gap-2">
      {parts.map((part) => (
        <li key={part.id}>{renderPart(part, message)}</li>
      ))}
    </ul>
  );
}
