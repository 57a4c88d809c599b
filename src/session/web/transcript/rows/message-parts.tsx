import type { ReactNode } from 'react';

import type { Message, MessagePart } from '../../../protocol.ts';

/** Renders one part of a message. The mode narrows the part by its `type`. Pass the same function in every render. */
export type RenderPart = (part: MessagePart, message: Message) => ReactNode;

/** Renders a notice of the mode; undefined for all others. Pass the same function in every render. */
export type RenderNotice = (message: Message) => ReactNode;

/** Parts inside the words of a message, each at its offset. */
export interface InlineParts {
  /** The offsets of the parts of one message. Pass the same function in every render. */
  readonly offsetsOf: (parts: readonly MessagePart[]) => readonly number[];
  readonly render: (parts: readonly MessagePart[], index: number) => ReactNode;
}

interface MessagePartsProps {
  readonly parts: readonly MessagePart[];
  readonly message: Message;
  readonly renderPart: RenderPart;
}

export function MessageParts({ parts, message, renderPart }: MessagePartsProps) {
  return (
    <ul className="flex flex-col gap-2 has-[>li:not(:empty)]:mt-2">
      {parts.map((part) => (
        <li key={part.id} className="min-w-0 empty:hidden">
          {renderPart(part, message)}
        </li>
      ))}
    </ul>
  );
}
