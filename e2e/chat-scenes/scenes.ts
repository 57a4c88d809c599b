import { ASKING } from './asking.ts';
import { LEAVING } from './leaving.ts';
import type { Scene } from './scene.ts';
import { TALKING } from './talking.ts';
import { WORKING } from './working.ts';

export const SCENES: readonly Scene[] = [...TALKING, ...WORKING, ...ASKING, ...LEAVING];
