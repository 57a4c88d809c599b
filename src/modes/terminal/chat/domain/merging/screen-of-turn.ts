import type { ScreenBlock, ScreenReading } from '../items.ts';
import { plainOf } from '../likeness.ts';

interface TurnOnScreen {
  /** The prompt that the turn begins with. */
  readonly prompt: string | null;
  /** Prompts that were typed during the turn. */
  readonly absorbed: readonly string[];
  /** An earlier screen showed the turn: its prompt may have left the rows that are read. */
  readonly wasShown: boolean;
}

/**
 * The blocks of a screen that belong to the turn of a prompt; null if the screen does not show that turn.
 */
export function screenOfTurn(
  { blocks, isCut }: ScreenReading,
  { prompt, absorbed, wasShown }: TurnOnScreen,
): readonly ScreenBlock[] | null {
  const isOwn = (block: ScreenBlock) => block.type !== 'prompt' || absorbed.some((text) => isPrompt(block.text, text));
  const start = blocks.findLastIndex((block) => !isOwn(block));
  const shown = blocks[start];
  if (shown?.type !== 'prompt') return wasShown && isCut ? blocks : null;
  return prompt !== null && isPrompt(shown.text, prompt) ? blocks.slice(start + 1) : null;
}

const PASTED = /\[Pasted text #\d+[^\]]*\]/gu;
const IMAGE = /\[Image #\d+\]/gu;
/** Enough to know a prompt by; what is long may be cut on the screen. */
const COMPARED = 60;

/** Whether a prompt on the screen is that of a hook or of the transcript. What was pasted is shown as a placeholder. */
function isPrompt(shown: string, prompt: string): boolean {
  const parts = shown.replaceAll(IMAGE, '').split(PASTED).map(plainOf);
  const whole = plainOf(prompt);
  const [start = ''] = parts;
  if (parts.length > 1) return whole.startsWith(start.slice(0, COMPARED));
  return start === whole || (whole.length > COMPARED && start.slice(0, COMPARED) === whole.slice(0, COMPARED));
}
