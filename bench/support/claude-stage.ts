import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { apiOf } from '../../fixtures/server/child-server.ts';
import type { ClaudeOrder } from './claude-double.ts';
import { type LaunchedServer, launchServer } from './launched-server.ts';
import { withTemporaryHome } from './temporary-home.ts';
import type { TerminalViewer } from './terminal-viewer.ts';

/** A server whose Claude Code is a double that carries out commands. */
export interface ClaudeStage {
  /** A different object after a restart. */
  readonly server: LaunchedServer;
  /** The folder for files of a benchmark. */
  readonly home: string;
  /** Kills the server, then starts it again. */
  restart(): Promise<void>;
  /** Opens a terminal with the double in it. */
  open(): Promise<string>;
  /**
   * Sends a command to the double of a session. Resolves with the number of turns it has reported, once the command is
   * done.
   */
  order(session: string, viewer: TerminalViewer, wanted: ClaudeOrder): Promise<number>;
}

export async function withClaudeStage<Result>(work: (stage: ClaudeStage) => Promise<Result>): Promise<Result> {
  const waiting = new Map<string, (answer: string) => void>();
  const answers = createServer((request, response) => {
    void text(request).then((answer) => waiting.get(path.basename(request.url ?? ''))?.(answer));
    response.end();
  });
  answers.listen(0, '127.0.0.1');
  await once(answers, 'listening');
  const { port } = answers.address() as AddressInfo;
  try {
    return await withTemporaryHome(async (home) => {
      const environment = { ...makeClaude(home), CLAUDE_DOUBLE_STAGE: `http://127.0.0.1:${port}` };
      const launch = () => launchServer('bin/warren start', path.join(home, 'data'), environment);
      // Builds everything that is stale.
      await (await launch()).stop();
      let server = await launch();
      try {
        return await work({
          get server() {
            return server;
          },
          home,
          async restart() {
            await server.kill();
            server = await launch();
          },
          async open() {
            const wanted = { folder: '/', program: { kind: 'claude' } };
            return (await apiOf(server)<{ session: string }>('POST', '/api/terminals', wanted)).session;
          },
          async order(session, viewer, wanted) {
            const answer = new Promise<string>((resolve) => waiting.set(session, resolve));
            viewer.type(`${JSON.stringify(wanted)}\n`);
            const told = Number(await answer);
            if (Number.isNaN(told)) throw new Error(`The double of the CLI failed: ${await answer}`);
            return told;
          },
        });
      } finally {
        await server.stop();
      }
    });
  } finally {
    answers.closeAllConnections();
    answers.close();
  }
}

/** Installs the double as a program of this machine, with a folder for its transcripts. */
function makeClaude(home: string): NodeJS.ProcessEnv {
  const claude = path.join(home, 'claude');
  const double = path.join(import.meta.dirname, 'claude-double.ts');
  writeFileSync(claude, `#!/bin/sh\nexec '${process.execPath}' '${double}' "$@"\n`);
  chmodSync(claude, 0o755);
  const configuration = path.join(home, 'claude-configuration');
  mkdirSync(configuration);
  return { WARREN_CLAUDE: claude, CLAUDE_CONFIG_DIR: configuration };
}
