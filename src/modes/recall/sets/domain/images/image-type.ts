export const IMAGE_TYPES = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
} as const;
export type ImageType = keyof typeof IMAGE_TYPES;

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const SIGNATURES: readonly (readonly [ImageType, RegExp])[] = [
  ['image/png', /^\u0089PNG\r\n[^]\n/],
  ['image/jpeg', /^\u00FF\u00D8\u00FF/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];
const HEAD_BYTES = 1_024;

/** Detects the type of an image from its first bytes. Null for unsupported types. */
export function imageTypeOf(bytes: Uint8Array): ImageType | 'svg' | null {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  const found = SIGNATURES.find(([, signature]) => signature.test(head));
  if (found) return found[0];
  return /<svg[\s/>]/i.test(head) ? 'svg' : null;
}

/** Why a file is rejected as an image, as text for the person; null if it is valid. `head`: at least its first KB. */
export function imageProblem(head: Uint8Array, size: number): string | null {
  const type = imageTypeOf(head);
  if (type === 'svg') return 'SVG images can run scripts, so they are not kept. Give a PNG, JPEG, WebP or GIF.';
  if (type === null) return 'This is no image that can be shown. Give a PNG, JPEG, WebP or GIF.';
  return size > MAX_IMAGE_BYTES ? 'An image has at most 5 MB.' : null;
}
