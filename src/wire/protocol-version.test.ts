import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { downMessage } from './down.ts';
import { PROTOCOL_VERSION } from './protocol-version.ts';
import { upMessage } from './up.ts';

/**
 * The hash of each wire version. A change of either union changes its hash: raise PROTOCOL_VERSION, describe the
 * change in its file, and add the pair here. If older pages can live with the change, update the version's hash
 * instead.
 */
const WIRE = { 11: '5f7f79ffff1c2af4' } as const;

test('the wire changes only together with its version', () => {
  const schemas = JSON.stringify([upMessage, downMessage].map((union) => z.toJSONSchema(union)));
  const hash = createHash('sha256').update(schemas).digest('hex').slice(0, 16);
  expect({ [PROTOCOL_VERSION]: hash }).toEqual(WIRE);
});
