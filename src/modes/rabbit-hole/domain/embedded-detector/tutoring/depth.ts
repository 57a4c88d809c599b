import type { Depth } from '../../detection.ts';
import { fieldsIn, shareAny } from '../features/field-features.ts';
import type { Word } from '../words/read-text.ts';
import { type Ground, isOnGround } from './ground.ts';

/** 1 where a word that tells is shared with the ground, 2 where its field of talk is, 3 where nothing is. */
export function depthOf(content: readonly Word[], ground: Ground): Depth {
  const telling = content.filter(({ weight }) => weight === 1);
  if (telling.some((word) => isOnGround(word, ground))) return 1;
  const words = [...ground.byBeginning.values()].flat();
  return shareAny(fieldsIn(telling), fieldsIn(words)) ? 2 : 3;
}
