import type { Database } from '#database/server/database.ts';
import { assert } from '#kernel/assert.ts';
import type { Log } from '#session/server/dependencies.ts';
import type { LiveSessions } from '#session/server/live/live-sessions.ts';
import type { Owned } from '#session/server/log/log.ts';
import type { ModeReports } from '#session/server/mode-server.ts';

import type { TrackedStatus } from '../../hooks/server/status-tracker.ts';
import type { ShownPermissionMode, TerminalExit, TerminalUsage } from '../../protocol.ts';
import type { ScreenSize } from '../../screen/server/emulator.ts';
import { type TerminalReport, terminalState } from '../domain/terminal-state.ts';
import type { TerminalTables } from './tables.ts';

export interface RunReportsOptions {
  readonly sessions: LiveSessions;
  readonly reports: ModeReports<TerminalReport>;
  readonly database: Database<TerminalTables>;
  readonly newId: () => string;
  readonly log: Log;
}

/** Reports the events of one run to the log of its session. */
export class RunReports {
  readonly #options: RunReportsOptions;
  readonly owned: Owned;
  readonly run: number;

  constructor(options: RunReportsOptions, owned: Owned, run: number) {
    this.#options = options;
    this.owned = owned;
    this.run = run;
  }

  started(size: ScreenSize): Promise<void> {
    return this.#report({ type: 'started', run: this.run, ...size });
  }

  /** Also removes the record of its process, so that a later start of the server does not look for it. */
  async ended(exit: TerminalExit): Promise<void> {
    const { owned, run } = this;
    await this.#report({ type: 'ended', run, exit });
    await this.#options.database.write((trx) =>
      trx
        .deleteFrom('terminal_processes')
        .where('session_id', '=', owned.session)
        .where('person_id', '=', owned.person)
        .where('run', '=', run)
        .execute(),
    );
  }

  claudeSession(claudeSession: string): Promise<void> {
    return this.#report({ type: 'claude-session', run: this.run, claudeSession });
  }

  /** A failure to store a status is only logged: a newer status will follow. */
  async status({ status, detail, line }: TrackedStatus): Promise<void> {
    const { log } = this.#options;
    await this.#report({ type: 'status', run: this.run, status, detail, line }).catch((error: unknown) =>
      log.error(`The status of terminal ${this.owned.session} could not be kept`, error),
    );
  }

  async line(line: string): Promise<void> {
    const session = await this.#options.sessions.get(this.owned).catch(() => null);
    if (!session) return;
    const { status, detail } = terminalState(session.state);
    await this.#report({ type: 'status', run: this.run, status, detail, line }).catch(() => undefined);
  }

  async title(title: string, before: string | null): Promise<void> {
    await this.#report({ type: 'title', run: this.run, title, before }).catch(() => undefined);
  }

  async usage(usage: TerminalUsage): Promise<void> {
    await this.#report({ type: 'usage', run: this.run, usage }).catch(() => undefined);
  }

  libraryClosed(reason: 'stopped' | 'old-address'): Promise<void> {
    return this.#report({ type: 'library-closed', run: this.run, reason });
  }

  async permissionMode(permissionMode: ShownPermissionMode): Promise<void> {
    await this.#report({ type: 'permission-mode', run: this.run, permissionMode }).catch(() => undefined);
  }

  async #report(report: TerminalReport): Promise<void> {
    const { reports, newId } = this.#options;
    const answer = await reports.report(this.owned, { id: `terminal-${newId()}`, report });
    assert(answer, 'a report is answered');
  }
}
