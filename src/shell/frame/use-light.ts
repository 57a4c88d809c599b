import { useShownLight } from '#elements/web/page/page-light.ts';
import { useSettled } from '#elements/web/use-settled.ts';

/** A little longer than `--calm`. */
const CHANGES_FOR_MS = 320;

interface Light {
  /** The mode whose colours are shown. */
  readonly 'data-mode': string | undefined;
  /** Set while they change, to switch off transitions that would lag behind. */
  readonly 'data-changing': true | undefined;
}

/** Attributes for a part of the frame that has the colours of the page's mode. */
export function useLight(): Light {
  const mode = useShownLight();
  const isSettled = useSettled(mode, CHANGES_FOR_MS) === mode;
  return { 'data-mode': mode, 'data-changing': isSettled ? undefined : true };
}
