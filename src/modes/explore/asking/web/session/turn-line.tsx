import { count } from '#elements/web/text/figures.ts';
import type { Message, MessagePart } from '#session/protocol.ts';

import type { TurnPart, UsagePart } from '../../../protocol.ts';
import { voiceWords } from '../voice/voice-words.ts';

interface TurnLineProps {
  readonly message: Message;
  readonly onShow: (reply: string) => void;
}

/** Under a reply: whose voice it has, and what was in context, which it shows. */
export function TurnLine({ message: { id, parts }, onShow }: TurnLineProps) {
  const turn = turnOf(parts);
  if (!turn) return null;
  return (
    <button
      type="button"
      title="Show what was in context"
      className="min-h-6 text-left underline-offset-2 hover:text-ink hover:underline"
      onClick={() => onShow(id)}
    >
      {`${voiceWords(turn.personName)}, ${turn.sources === 0 ? 'no sources' : count(turn.sources, 'source')}`}
    </button>
  );
}

export function turnOf(parts: readonly MessagePart[] = []): TurnPart | null {
  return parts.find((part): part is TurnPart => part.type === 'turn') ?? null;
}

export function usageOf(parts: readonly MessagePart[] = []): UsagePart | null {
  return parts.find((part): part is UsagePart => part.type === 'usage') ?? null;
}
