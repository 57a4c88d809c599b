import { counted } from '../words.ts';

/** `once`, `4 times`. */
export function often(times: number): string {
  return times === 1 ? 'once' : counted(times, 'time');
}
