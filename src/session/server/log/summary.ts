import { plainText } from '#text/domain/plain-text.ts';

import type { ModeDomains } from '../../domain/mode.ts';
import { nextPreparation } from '../../domain/next-preparation.ts';
import type { SessionState, SessionSummary } from '../../protocol.ts';
import type { SummaryColumns } from './log.ts';

const LAST_LINE_CHARACTERS = 140;
/** Number of characters of a message that are read for its line. Markup that is cut in two would stay in the line. */
const READ_CHARACTERS = 2_000;

/** A session in one row, which lists show without reading its log. */
export function summaryColumns(state: SessionState, modes: ModeDomains): SummaryColumns {
  const last = state.messages.findLast((message) => message.author !== 'notice' && message.content !== '');
  const own = state.modes[state.mode] as object | undefined;
  const line =
    (own && modes[state.mode]?.summary?.(own).lastLine) ?? plainText((last?.content ?? '').slice(0, READ_CHARACTERS));
  const needsYou = Object.entries(state.modes).some(([id, mode]) => modes[id]?.summary?.(mode as object).needsYou);
  return {
    title: state.title,
    status: state.status,
    last_line: line.replace(/\s+/gu, ' ').trim().slice(0, LAST_LINE_CHARACTERS).toWellFormed(),
    needs_you: needsYou ? 1 : 0,
    under_way: state.turn === null && !state.ending && nextPreparation(state, modes) === null ? 0 : 1,
    updated_at: state.updatedAt,
  };
}

export const SUMMARY_COLUMNS = ['id', 'mode', 'title', 'status', 'last_line', 'needs_you', 'updated_at'] as const;

export function toSummary(row: {
  id: string;
  mode: string;
  title: string;
  status: string;
  last_line: string;
  needs_you: number;
  updated_at: number;
}): SessionSummary {
  return {
    session: row.id,
    mode: row.mode,
    title: row.title,
    status: row.status as SessionSummary['status'],
    lastLine: row.last_line,
    needsYou: row.needs_you === 1,
    updatedAt: row.updated_at,
  };
}
