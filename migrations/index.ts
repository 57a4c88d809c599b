import type { Migration } from 'kysely/migration';

import * as first from './0001-first.ts';
import * as recallWhole from './0002-recall-whole.ts';
import * as rabbitHoles from './0003-rabbit-holes.ts';
import * as dayTotals from './0004-day-totals.ts';
import * as replyParts from './0005-reply-parts.ts';
import * as selfChecks from './0006-self-checks.ts';
import * as sessionSets from './0007-session-sets.ts';
import * as fuzz from './0008-fuzz.ts';
import * as library from './0009-library.ts';
import * as explore from './0010-explore.ts';
import * as terminals from './0011-terminals.ts';
import * as keptChats from './0012-kept-chats.ts';
import * as drafts from './0013-drafts.ts';
import * as threads from './0014-threads.ts';
import * as serving from './0015-serving.ts';
import * as signInDevices from './0016-sign-in-devices.ts';
import * as sourceReadings from './0017-source-readings.ts';
import * as waitingTexts from './0018-waiting-texts.ts';
import * as pointQuestions from './0019-point-questions.ts';
import * as deletedWords from './0020-deleted-words.ts';
import * as pointImages from './0021-point-images.ts';
import * as leftOut from './0022-left-out.ts';
import * as createdOn from './0023-created-on.ts';
import * as highlights from './0024-highlights.ts';
import * as setFolders from './0025-set-folders.ts';
import * as tagsAndNotes from './0026-tags-and-notes.ts';
import * as importedHistories from './0027-imported-histories.ts';
import * as servers from './0028-servers.ts';
import * as reservedPersons from './0029-reserved-persons.ts';
import * as duties from './0030-duties.ts';
import * as notifications from './0031-notifications.ts';
import * as terminalServers from './0032-terminal-servers.ts';
import * as captureTokens from './0033-capture-tokens.ts';
import * as pointMoments from './0034-point-moments.ts';
import * as accessTokens from './0035-access-tokens.ts';
import * as keptBy from './0036-kept-by.ts';
import * as proposedPoints from './0037-proposed-points.ts';
import * as deviceWords from './0038-device-words.ts';

/** Every migration by name, in order. A released migration is never changed: a change is a new migration. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-recall-whole': recallWhole,
  '0003-rabbit-holes': rabbitHoles,
  '0004-day-totals': dayTotals,
  '0005-reply-parts': replyParts,
  '0006-self-checks': selfChecks,
  '0007-session-sets': sessionSets,
  '0008-fuzz': fuzz,
  '0009-library': library,
  '0010-explore': explore,
  '0011-terminals': terminals,
  '0012-kept-chats': keptChats,
  '0013-drafts': drafts,
  '0014-threads': threads,
  '0015-serving': serving,
  '0016-sign-in-devices': signInDevices,
  '0017-source-readings': sourceReadings,
  '0018-waiting-texts': waitingTexts,
  '0019-point-questions': pointQuestions,
  '0020-deleted-words': deletedWords,
  '0021-point-images': pointImages,
  '0022-left-out': leftOut,
  '0023-created-on': createdOn,
  '0024-highlights': highlights,
  '0025-set-folders': setFolders,
  '0026-tags-and-notes': tagsAndNotes,
  '0027-imported-histories': importedHistories,
  '0028-servers': servers,
  '0029-reserved-persons': reservedPersons,
  '0030-duties': duties,
  '0031-notifications': notifications,
  '0032-terminal-servers': terminalServers,
  '0033-capture-tokens': captureTokens,
  '0034-point-moments': pointMoments,
  '0035-access-tokens': accessTokens,
  '0036-kept-by': keptBy,
  '0037-proposed-points': proposedPoints,
  '0038-device-words': deviceWords,
};

/**
 * Migrations beside which a server of the previous version can continue: they only add what it neither reads nor
 * writes. All others are refused while an older server runs. That is the safe default: a wrong entry here loses
 * people's data, and a missing one only requires a stop of the older servers.
 */
export const BESIDE_OLDER_SERVERS: ReadonlySet<string> = new Set([
  '0029-reserved-persons',
  '0030-duties',
  '0031-notifications',
  '0032-terminal-servers',
  '0033-capture-tokens',
  '0034-point-moments',
  '0035-access-tokens',
  '0036-kept-by',
  '0037-proposed-points',
  '0038-device-words',
]);
