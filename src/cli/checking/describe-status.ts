import type { Status } from '#status/protocol.ts';

const HOUR_MS = 3_600_000;
const MB = 1_000_000;

/** The status as lines for a person. */
export function describeStatus(status: Status, now: number): string {
  const { lastBackup, liveSessions, problems } = status;
  const live = liveSessions === null ? '' : `, ${liveSessions} in memory`;
  const rows: [string, string][] = [
    ['Version', status.version],
    ['Server', status.address === null ? 'not running' : `running at ${status.address}`],
    ['Data folder', `${status.home}, ${(status.homeBytes / MB).toFixed(1)} MB`],
    ['Database', status.database],
    ['Sessions', `${status.sessions}${live}`],
    ['People', String(status.people)],
    ['Last backup', lastBackup === null ? 'none' : `${lastBackup.file}, ${age(now - lastBackup.at)}`],
    ...status.models.map(({ role, playedBy }): [string, string] => [`Model: ${role}`, playedBy]),
    ...[...new Set(status.models.flatMap(({ notice }) => notice ?? []))].map((notice): [string, string] => [
      'Models',
      notice,
    ]),
    ['Problems', problems.length === 0 ? 'none' : problems.join('\n')],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}

function age(ms: number): string {
  if (ms < 0) return 'dated later than now: the clock was wrong then, or is now';
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 48) return `${hours} hour${hours === 1 ? '' : 's'} ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
