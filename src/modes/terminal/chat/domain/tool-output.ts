/**
 * The output of a tool from the `tool_response` of its hook, whose shape differs between tools. The transcript replaces
 * it with what the model was given.
 */
export function outputOfResponse(response: unknown): string {
  if (typeof response === 'string') return response;
  if (Array.isArray(response))
    return response
      .map((block) => textOf(block))
      .filter(Boolean)
      .join('\n');
  if (typeof response !== 'object' || response === null) return '';
  const fields = response as Record<string, unknown>;
  const printed = [fields['stdout'], fields['stderr']].filter((each) => typeof each === 'string' && each !== '');
  if (printed.length > 0) return printed.join('\n');
  if (Array.isArray(fields['content'])) return outputOfResponse(fields['content']);
  const { file } = fields as { readonly file?: { readonly content?: unknown } };
  return [fields['content'], file?.content, fields['result']].find((each) => typeof each === 'string') ?? '';
}

function textOf(block: unknown): string {
  const text = (block as { readonly text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : '';
}

const REJECTED = /^(?:<tool_use_error>|The user doesn't want to proceed with this tool use)/u;

/** Whether an output says that the call was not carried out. */
export const isRejection = (output: string): boolean => REJECTED.test(output);
