import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { play } from '../fixtures/recall-sessions/play.ts';
import { scripts } from '../fixtures/recall-sessions/scripts.ts';

/** Rewrites the transcripts of the scripted sessions. Review the changes before committing them. */
const folder = path.join(import.meta.dirname, '../fixtures/recall-sessions');
for (const script of scripts) {
  const file = path.join(folder, `${script.name}.json`);
  writeFileSync(file, `${JSON.stringify(await play(script), null, 2)}\n`);
  console.log(path.basename(file));
}
execFileSync('oxfmt', [folder], { stdio: 'inherit' });
