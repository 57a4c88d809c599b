import type { PlatformId } from '#account/protocol.ts';

export const PLATFORM_NAMES: Readonly<Record<PlatformId, string>> = {
  linkedin: 'LinkedIn',
  thread: 'Thread',
  'long-form': 'Long form',
  'short-form': 'Short form',
};
