import { parseArgs } from 'node:util';

import { bombsBeside } from './bombs.ts';
import { diffScroll } from './diff-scroll.ts';
import { draftDiff } from './draft-diff.ts';
import { draftRender } from './draft-render.ts';
import { embedding } from './embedding.ts';
import { exactSearch } from './exact-search.ts';
import { exploreCache } from './explore-cache.ts';
import { explorePanel } from './explore-panel.ts';
import { explore } from './explore.ts';
import { fanOut } from './fan-out.ts';
import { firstLoad } from './first-load.ts';
import { firstToken } from './first-token.ts';
import { idleMemory } from './idle-memory.ts';
import { importDeck } from './import-deck.ts';
import { ingest } from './ingest.ts';
import { largeLibrary } from './large-library.ts';
import { longMessage } from './long-message.ts';
import { longReply } from './long-reply.ts';
import { longTexts } from './long-texts.ts';
import { manyPoints } from './many-points.ts';
import { manySessions } from './many-sessions.ts';
import { openLongSession } from './open-long-session.ts';
import { replyCheck } from './reply-check.ts';
import { machine, printTable, type Problem } from './report.ts';
import { resume } from './resume.ts';
import type { Benchmark, Row } from './row.ts';
import { searchAsYouType } from './search-as-you-type.ts';
import { severalServers } from './several-servers.ts';
import { statisticsPage } from './statistics-page.ts';
import { streamingRender } from './streaming-render.ts';
import { streaming } from './streaming.ts';
import { terminalChatCost } from './terminal-chat-cost.ts';
import { terminalChat } from './terminal-chat.ts';
import { terminalMemory } from './terminal-memory.ts';
import { terminals } from './terminals.ts';
import { today } from './today.ts';
import { warmStart } from './warm-start.ts';
import { waysIn } from './ways-in.ts';

const benchmarks: Readonly<Record<string, Benchmark>> = {
  'warm-start': warmStart,
  'idle-memory': idleMemory,
  'first-token': firstToken,
  'fan-out': fanOut,
  streaming,
  resume,
  'open-long-session': openLongSession,
  'long-reply': longReply,
  'streaming-render': streamingRender,
  'first-load': firstLoad,
  'long-message': longMessage,
  'ways-in': waysIn,
  'long-texts': longTexts,
  'many-points': manyPoints,
  'many-sessions': manySessions,
  'several-servers': severalServers,
  'reply-check': replyCheck,
  'statistics-page': statisticsPage,
  today,
  embedding,
  'import-deck': importDeck,
  ingest,
  'exact-search': exactSearch,
  'search-as-you-type': searchAsYouType,
  'large-library': largeLibrary,
  explore,
  'explore-cache': exploreCache,
  'explore-panel': explorePanel,
  'diff-scroll': diffScroll,
  'draft-render': draftRender,
  'draft-diff': draftDiff,
  terminals,
  'terminal-memory': terminalMemory,
  'terminal-chat': terminalChat,
  'terminal-chat-cost': terminalChatCost,
  bombs: bombsBeside,
};

/**
 * Measures Warren against its budgets: `npm run bench -- [--json] [--only NAME]`. A missed budget is reported but is
 * not a failure. A benchmark that produces no figures is one.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } } });
  const { only, json: isJson = false } = values;
  const chosen = Object.entries(benchmarks).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0) {
    console.error(`There is no benchmark ${only}. There are: ${Object.keys(benchmarks).join(', ')}.`);
    return 2;
  }
  const rows: Row[] = [];
  const problems: Problem[] = [];
  for (const [name, measure] of chosen) {
    console.error(`Measuring ${name}`);
    try {
      rows.push(...(await measure()));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      problems.push({ benchmark: name, message });
      console.error(`${name} came to no figures: ${message}`);
    }
  }
  if (isJson) console.log(JSON.stringify({ machine: machine(), rows, problems }));
  else {
    const { cores, cpu, memoryGb, system, node } = machine();
    console.log(`${cores} cores (${cpu}), ${memoryGb} GB, ${system}, Node ${node}`);
    printTable(rows);
  }
  return problems.length > 0 ? 1 : 0;
}

// Also ends servers of a failed benchmark: they exit when their channel to this process closes.
process.exit(await main());
