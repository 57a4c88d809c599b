import { z } from 'zod';

import type { Tool } from '#wire/tool.ts';

const schemas = new WeakMap<Tool, object>();

/** A tool as the protocol describes it. */
export function describedTool(tool: Tool) {
  const { name, title, description, isReadOnly, reachesOut = false } = tool;
  return {
    name,
    title,
    description,
    inputSchema: schemaOf(tool),
    // No tool for programs removes or replaces anything.
    annotations: { title, readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: reachesOut },
  };
}

function schemaOf(tool: Tool) {
  const schema = schemas.get(tool) ?? z.toJSONSchema(tool.input, { io: 'input' });
  schemas.set(tool, schema);
  return schema as { type: 'object' };
}
