import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { downMessage } from './down.ts';
import { PROTOCOL_VERSION } from './protocol-version.ts';
import { upMessage } from './up.ts';

/**
 * The wire of each version. A change of either union changes its hash: raise PROTOCOL_VERSION, say in its file what
 * changed, and add the pair here. Where an older page can live with the change, correct the hash of the version.
 */
const WIRE = { 3: '88e16eefb520d012' } as const;

test('the wire changes only together with its version', () => {
  const schemas = JSON.stringify([upMessage, downMessage].map((union) => z.toJSONSchema(union)));
  const hash = createHash('sha256').update(schemas).digest('hex').slice(0, 16);
  expect({ [PROTOCOL_VERSION]: hash }).toEqual(WIRE);
});
