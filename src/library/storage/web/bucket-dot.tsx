import type { BucketColor } from '../protocol.ts';

/** For the light and the dark theme. */
const COLORS: Readonly<Record<BucketColor, readonly [light: string, dark: string]>> = {
  green: ['#1f5f58', '#79c3b7'],
  amber: ['#8a5a00', '#dcb265'],
  violet: ['#5b4a8a', '#b3a3e0'],
  red: ['#a3352a', '#ee9a8f'],
  blue: ['#2b5f8f', '#8fb9e3'],
  grey: ['#6e675b', '#989286'],
};

/** In the order of the menu. */
export const BUCKET_COLORS = Object.keys(COLORS) as readonly BucketColor[];

/** The colour of a bucket, beside its name. Without a colour, a muted dot. */
export function BucketDot({ color }: { readonly color: BucketColor | null }) {
  const [light, dark] = color === null ? ['var(--line-strong)', 'var(--line-strong)'] : COLORS[color];
  return (
    <span
      aria-hidden="true"
      className="size-2 shrink-0 rounded-full forced-color-adjust-none"
      style={{ background: `light-dark(${light}, ${dark})` }}
    />
  );
}
