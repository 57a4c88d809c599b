const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A UUID version 7 (RFC 9562, section 5.7) from an instant in ms and 10 random bytes. Ids sort by time, which keeps
 * related index rows together. Clock and randomness come from the caller.
 */
export function uuidV7(now: number, random: Uint8Array): string {
  const bytes = new Uint8Array(16);
  for (let index = 0, rest = now; index < 6; index += 1, rest = Math.floor(rest / 256)) bytes[5 - index] = rest % 256;
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Array.from(bytes, (byte) => HEX[byte]).join('');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}
