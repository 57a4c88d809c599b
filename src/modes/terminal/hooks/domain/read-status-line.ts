import { z } from 'zod';

import type { TerminalUsage } from '../../protocol.ts';

const percent = z.number().min(0).max(1_000);
const name = z.string().max(100);
const limit = z.object({ used_percentage: percent, resets_at: z.number().optional() }).optional().catch(undefined);
const statusLine = z.object({
  session_id: z.string().optional(),
  transcript_path: z.string().optional(),
  model: z.object({ display_name: name.optional(), id: name.optional() }).optional().catch(undefined),
  effort: z.object({ level: name }).optional().catch(undefined),
  cost: z
    .object({ total_cost_usd: z.number().min(0).max(1_000_000) })
    .optional()
    .catch(undefined),
  context_window: z.object({ used_percentage: percent.nullable() }).optional().catch(undefined),
  vim: z.object({ mode: name }).optional().catch(undefined),
  rate_limits: z.object({ five_hour: limit, seven_day: limit }).optional().catch(undefined),
});

interface StatusLine {
  readonly usage: TerminalUsage;
  /** The mode of the input box, such as `INSERT`; null if its keys are not those of vim. */
  readonly vimMode: string | null;
}

/** Reads the input that the CLI gives its status line; undefined if it is something else. */
export function readStatusLine(body: unknown): StatusLine | undefined {
  const read = statusLine.safeParse(body);
  if (!read.success) return undefined;
  const { model, effort, cost, context_window: context, rate_limits: limits, vim } = read.data;
  const usage = {
    model: model?.display_name ?? model?.id ?? null,
    effort: effort?.level ?? null,
    costUsd: cost ? Math.round(cost.total_cost_usd * 10_000) / 10_000 : null,
    contextPercent: rounded(context?.used_percentage),
    fiveHourPercent: rounded(limits?.five_hour?.used_percentage),
    sevenDayPercent: rounded(limits?.seven_day?.used_percentage),
  };
  return { usage, vimMode: vim?.mode ?? null };
}

const rounded = (percent: number | null | undefined) => (typeof percent === 'number' ? Math.round(percent) : null);
