import { createHash } from 'node:crypto';

import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';

import { downMessage, upMessage } from '#composition/protocol.ts';
import type { DownMessage, UpMessage } from '#session/protocol.ts';

import { PROTOCOL_VERSION } from './protocol-version.ts';

/**
 * The hash of each wire version. A change of either union changes its hash: raise PROTOCOL_VERSION, describe the
 * change in its file, and add the pair here. If older pages can live with the change, update the version's hash
 * instead.
 */
const WIRE = { 15: '564e2452c0fbee57' } as const;

test('the wire changes only together with its version', () => {
  const schemas = JSON.stringify([upMessage, downMessage].map((union) => z.toJSONSchema(union)));
  const hash = createHash('sha256').update(schemas).digest('hex').slice(0, 16);
  expect({ [PROTOCOL_VERSION]: hash }).toEqual(WIRE);
});

test('the schemas equal the types that the slices declare', () => {
  expectTypeOf<z.infer<typeof upMessage>>().toExtend<UpMessage>();
  expectTypeOf<UpMessage>().toExtend<z.infer<typeof upMessage>>();
  expectTypeOf<z.infer<typeof downMessage>>().toExtend<DownMessage>();
  expectTypeOf<DownMessage>().toExtend<z.infer<typeof downMessage>>();
});
