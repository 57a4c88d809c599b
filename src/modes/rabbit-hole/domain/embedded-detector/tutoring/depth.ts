import type { Depth } from '../../detection.ts';
import { fieldsIn, shareAny } from '../features/field-features.ts';
import type { WeighedWord } from '../words/read-text.ts';
import { type Ground, isOnGround } from './ground.ts';

/** 1 if it shares a telling word with the known words, 2 if it shares a topic field, 3 otherwise. */
export function depthOf(content: readonly WeighedWord[], ground: Ground): Depth {
  const telling = content.filter(({ weight }) => weight === 1);
  if (telling.some((word) => isOnGround(word, ground))) return 1;
  const words = [...ground.byBeginning.values()].flat();
  return shareAny(fieldsIn(telling), fieldsIn(words)) ? 2 : 3;
}
