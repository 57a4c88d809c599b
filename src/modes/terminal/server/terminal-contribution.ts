import path from 'node:path';

import type { ServerContribution, Services } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import { assert } from '#kernel/assert.ts';
import type { LiveSessions } from '#session/server/live/live-sessions.ts';
import type { ModeReports } from '#session/server/mode-server.ts';

import { Changes } from '../changes/server/changes.ts';
import { revertUndoHandlers } from '../changes/server/revert-undo.ts';
import { changesRoutes } from '../changes/server/routes.ts';
import { worktreeRoutes } from '../changes/server/worktree-routes.ts';
import { dismissalUndoHandlers } from '../chat-sources/server/dismissals.ts';
import { chatSourceRoutes } from '../chat-sources/server/routes.ts';
import { filesRoutes } from '../files/server/routes.ts';
import { noticePrompt } from '../prompts/server/notice-prompt.ts';
import { promptRoutes } from '../prompts/server/routes.ts';
import { activityOf } from '../running/domain/activity-of.ts';
import type { TerminalReport } from '../running/domain/terminal-state.ts';
import { chatRoutes } from '../running/server/chat-routes.ts';
import { requireFolder } from '../running/server/folders.ts';
import type { LibraryPort } from '../running/server/library-port.ts';
import type { RecordingLimits } from '../running/server/old-recordings.ts';
import { permissionRoutes } from '../running/server/permission-routes.ts';
import { folderOfAllowed, requireTerminals } from '../running/server/permission.ts';
import type { PtyHost } from '../running/server/pty.ts';
import { terminalRoutes } from '../running/server/routes.ts';
import { serveViewer } from '../running/server/serve-viewer.ts';
import type { TerminalTables } from '../running/server/tables.ts';
import { TERMINAL_FOLDERS } from '../running/server/terminal-files.ts';
import { atItsServer, TerminalPlaces } from '../running/server/terminal-places.ts';
import { createTerminalServer } from '../running/server/terminal-server.ts';
import { type TerminalDependencies, Terminals } from '../running/server/terminals.ts';
import { removeLeftFiles, removeOnceGone } from './terminal-traces.ts';

export interface TerminalAdapters {
  readonly host: PtyHost;
  readonly endsAtStop: boolean;
  /** Time that programs wait for the next server, in ms. */
  readonly waitMs: number;
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  readonly socketFolder: (home: string) => Promise<string>;
  readonly recordingLimits: RecordingLimits;
  readonly libraryOf: (services: Pick<Services, 'database' | 'now' | 'newId'>) => LibraryPort;
}

export function terminalContribution({
  host,
  endsAtStop,
  waitMs,
  environment,
  home,
  socketFolder,
  recordingLimits,
  libraryOf,
}: TerminalAdapters): ServerContribution {
  return {
    create(services) {
      const { database, log, newId, now, served, settledNow } = services;
      const library = libraryOf(services);
      let reports: ModeReports<TerminalReport> | undefined;
      let running: Terminals | undefined;
      let sessions: LiveSessions | undefined;
      const server = createTerminalServer({
        serverId: served.self,
        onStart: (given) => (reports = given),
        act: async (owned, command, signIn) => {
          assert(running, 'a command comes once the server runs');
          await running.act(owned, command, signIn);
        },
        shownTexts: (owned) => running?.shownTexts(owned) ?? [],
        closeLibrary: library.close,
      });
      const changes = new Changes({
        folder: path.join(home, TERMINAL_FOLDERS.changes),
        environment: () => running?.environmentFor(false) ?? {},
        now,
        log,
      });
      const recordings = path.join(home, TERMINAL_FOLDERS.recordings);
      const uploads = path.join(home, TERMINAL_FOLDERS.uploads);
      const places = new TerminalPlaces({
        database: tablesOf<TerminalTables>(database),
        served,
        home,
        folders: [recordings, uploads, changes.folder],
      });
      const dependencies: TerminalDependencies = {
        database: tablesOf<TerminalTables>(database),
        places,
        host,
        endsAtStop,
        waitMs,
        environment,
        home,
        recordings,
        recordingLimits,
        hookSettings: path.join(home, TERMINAL_FOLDERS.hookSettings),
        uploads,
        socketFolder: () => socketFolder(home),
        changes,
        library,
        log,
        newId,
        served,
        settledNow,
      };
      const requireOwn = (person: string, session: string) =>
        folderOfAllowed(dependencies.database.read, person, session);
      const requireHere = async (person: string, session: string) => {
        await places.requireHere(person, session);
        return await requireOwn(person, session);
      };
      return {
        mode: { id: 'terminal', server },
        notices: {
          activityOf,
          async promptOf(person, session) {
            assert(sessions, 'prompts come once sessions run');
            return noticePrompt((await sessions.get({ person, session })).state);
          },
        },
        surface(spine) {
          assert(reports, 'a mode is started before its surface is asked for');
          const terminals = new Terminals(dependencies, { sessions: spine.sessions, reports });
          running = terminals;
          sessions = spine.sessions;
          return {
            routes: [
              ...[
                ...terminalRoutes(dependencies, spine, terminals),
                ...chatRoutes(dependencies, terminals),
                ...filesRoutes({ requireOwn, excludes: () => changes.excludes() }),
                ...changesRoutes({ ...services, read: database.read, changes, requireOwn }),
              ].map((each) => atItsServer(each, places)),
              ...promptRoutes({ sessions: spine.sessions, requireOwn }),
              ...permissionRoutes(dependencies.database, terminals),
              ...worktreeRoutes({
                changes,
                requireAllowed: (person) => requireTerminals(dependencies.database.read, person),
                requireFolder: (folder) => requireFolder(folder, terminals.environmentFor(false)['HOME'] ?? '/'),
                terminalsIn: (person, folder) => terminals.inFolder(person, folder),
              }),
              ...chatSourceRoutes(services),
            ],
            undoHandlers: { ...dismissalUndoHandlers, ...revertUndoHandlers(changes, requireHere) },
            sockets: {
              terminal: (socket, { person, id }) => serveViewer(socket, terminals.findInTime({ person, session: id })),
            },
            keeping: () => ({ programs: terminals.withPrograms }),
            async recover() {
              await terminals.recover();
              await places.claimOlder();
              if (served.self !== null) await removeLeftFiles(dependencies.database, { home, self: served.self });
            },
            onMoved: (person) => terminals.leave(person),
            onLeaving: async (person) => {
              await terminals.stopAll(person);
              await changes.settle();
              if (served.self === null) return;
              removeOnceGone(dependencies.database, { home, self: served.self }, person).catch((error: unknown) =>
                log.error('The files of a removed person could not be removed from this server', error),
              );
            },
            close: async () => {
              await terminals.close();
              await changes.close();
            },
          };
        },
      };
    },
  };
}
