/**
 * Rewrites the recorded screens of the real CLI, `fixtures/claude/screens/VERSION`: every scene at three widths, played
 * against a double of the provider. Run it when the version of the CLI changes, or with WARREN_TEST_CLAUDE and the
 * version:
 *
 *     npm run warren -- -x node tools/record-claude-screens.ts [VERSION] [SCENE...]
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ClaudeAnswers } from '../fixtures/claude/claude-answers.ts';
import { claudeHome } from '../fixtures/claude/claude-home.ts';
import { CLAUDE_SCENES, type ClaudeScene } from '../fixtures/claude/claude-scenes.ts';
import { ClaudeWindow } from '../fixtures/claude/claude-window.ts';
import { RECORDED_ROWS, type ScreenNotes, SCREENS_FOLDER } from '../fixtures/claude/recorded-screens.ts';
import { createProviderDouble } from '../fixtures/provider/provider-double.ts';
import { CLAUDE_VERSION, findClaude, installClaude } from './claude.ts';

const WIDTHS = [60, 100, 200];
/** Shown on the screen, so the path must reveal nothing about the machine or a person. */
const HOME = path.join(tmpdir(), 'person');

const [version = CLAUDE_VERSION, ...only] = process.argv.slice(2);
const folder = path.join(SCREENS_FOLDER, version);
await installClaude();
const file = findClaude();
if (file === undefined) throw new Error('The CLI was not found.');
mkdirSync(folder, { recursive: true });
for (const scene of CLAUDE_SCENES.filter(({ name }) => only.length === 0 || only.includes(name)))
  for (const cols of WIDTHS) await record(file, scene, cols);

async function record(file: string, scene: ClaudeScene, cols: number): Promise<void> {
  const double = await createProviderDouble({ answer: new ClaudeAnswers().answer });
  const home = claudeHome({ ...scene.home, provider: double.url, folder: HOME });
  const window = new ClaudeWindow({
    file,
    args: scene.args ?? ['--permission-mode', 'default'],
    home,
    size: { cols, rows: RECORDED_ROWS },
  });
  try {
    await scene.play(window);
    const { bytes, cuts, moments } = window;
    const notes: ScreenNotes = { cols, rows: RECORDED_ROWS, cuts, moments };
    writeFileSync(path.join(folder, `${scene.name}-${cols}.pty`), bytes);
    writeFileSync(path.join(folder, `${scene.name}-${cols}.json`), `${JSON.stringify(notes)}\n`);
    console.log(`${scene.name} at ${cols}: ${bytes.length} bytes, ${moments.map(({ name }) => name).join(', ')}`);
  } finally {
    await window.end();
    await double.close();
    rmSync(HOME, { recursive: true, force: true });
  }
}
