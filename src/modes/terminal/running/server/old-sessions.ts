import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Item } from '../../chat/domain/items.ts';
import { toolName, toolSubject } from '../../chat/domain/shown/tool-title.ts';
import { readPutIn } from '../../chat/domain/transcript/put-in.ts';
import { TranscriptFeed } from '../../chat/domain/transcript/transcript-feed.ts';
import {
  readTranscriptLine,
  type TranscriptBlock,
  type TranscriptLine,
} from '../../transcripts/domain/transcript-line.ts';
import type { OldEntry, OldSession, OldSessionAnswer, OldSessionsAnswer } from '../../transcripts/protocol.ts';
import { readLines } from '../../transcripts/server/read-lines.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu;
const MAX_LISTED = 200;
const MAX_ENTRIES = 1_000;
/** Maximum characters of a message or a tool's result. */
const MAX_TEXT = 20_000;
const MAX_RESULT = 4_000;
const MAX_TITLE = 120;
const MAX_LAST_WORDS = 200;
const AROUND = 80;
/** Maximum number of files that are read at the same time. */
const AT_ONCE = 4;
/** Lines that a summary needs. The others, most of a transcript's bytes, are not parsed. */
const MATTERS = /"type":\s*"(?:user|assistant|ai-title|custom-title|summary)"/u;

/** A line of a subagent, in the transcript of the session that started it. */
const IS_SIDECHAIN = /"isSidechain":\s*true/u;

interface Kept {
  /** Identifies the version of the file that was read. A file with another mark is read again. */
  readonly mark: string;
  /** Null for a transcript without messages. */
  readonly session: OldSession | null;
}

/** The sessions in Claude Code's projects folder. Claude Code writes there at the same time; this class only reads. */
export class OldSessions {
  readonly #folder: string;
  readonly #kept = new Map<string, Kept>();

  constructor(projectsFolder: string) {
    this.#folder = projectsFolder;
  }

  /** Lists sessions, latest first. With a query, only those whose messages contain its words, in any case. */
  async list(query = ''): Promise<OldSessionsAnswer> {
    const found: OldSession[] = [];
    const files = await this.#files();
    const words = query.trim().toLocaleLowerCase();
    await inTurn(files, async (file) => {
      const session = await this.#summary(file).catch(() => null);
      if (!session) return;
      if (words === '') found.push(session);
      else {
        const excerpt = await excerptOf(file, words).catch(() => null);
        if (excerpt !== null) found.push({ ...session, excerpt });
      }
    });
    found.sort((one, other) => other.at - one.at);
    const ids = new Set<string>();
    const each = found.filter(({ claudeSession: id }) => !ids.has(id) && ids.add(id));
    return { sessions: each.slice(0, MAX_LISTED), hasMore: each.length > MAX_LISTED };
  }

  /** Returns null if there is no such session. */
  async read(claudeSession: string): Promise<OldSessionAnswer | null> {
    const file = await this.find(claudeSession);
    const session = file === null ? null : await this.#summary(file).catch(() => null);
    if (file === null || !session) return null;
    const lines: string[] = [];
    for await (const text of readLines(file)) if (!IS_SIDECHAIN.test(text)) lines.push(text);
    const feed = new TranscriptFeed();
    feed.addLines(claudeSession, lines);
    const entries = feed.reading().items.flatMap(entriesOf);
    return { session, entries: entries.slice(-MAX_ENTRIES), hasEarlier: entries.length > MAX_ENTRIES };
  }

  /** The transcript of a session; null if there is none, or if it is outside the projects folder. */
  async find(claudeSession: string): Promise<string | null> {
    if (!UUID.test(claudeSession)) return null;
    const files = await this.#files();
    const named = files.filter((file) => path.basename(file, '.jsonl') === claudeSession);
    const read = await Promise.all(named.map(async (file) => ({ file, at: await ownTime(file) })));
    // A project folder that was copied or moved leaves two files. The latest is the one in use.
    const latest = read.filter(({ at }) => at !== null).toSorted((one, other) => Number(other.at) - Number(one.at));
    return latest[0]?.file ?? null;
  }

  async #files(): Promise<readonly string[]> {
    const projects = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
    const inEach = await Promise.all(
      projects
        .filter((project) => project.isDirectory() || project.isSymbolicLink())
        .map(async ({ name }) => {
          const folder = path.join(this.#folder, name);
          const entries = await readdir(folder).catch(() => []);
          return entries
            .filter((entry) => entry.endsWith('.jsonl') && UUID.test(path.basename(entry, '.jsonl')))
            .map((entry) => path.join(folder, entry));
        }),
    );
    return inEach.flat();
  }

  async #summary(file: string): Promise<OldSession | null> {
    const found = await stat(file);
    // Reading a pipe or a device would never end.
    if (!found.isFile()) return null;
    const { dev, ino, size, mtimeMs } = found;
    const mark = `${dev}:${ino}:${size}:${mtimeMs}`;
    const kept = this.#kept.get(file);
    if (kept?.mark === mark) return kept.session;
    const session = await summarise(file, { size, mtimeMs });
    this.#kept.set(file, { mark, session });
    return session;
  }
}

/** Time of the last write of a transcript; null if the file is a link that leads out of its folder. */
async function ownTime(file: string): Promise<number | null> {
  try {
    const [real, folder, { mtimeMs }] = await Promise.all([realpath(file), realpath(path.dirname(file)), stat(file)]);
    return path.dirname(real) === folder ? mtimeMs : null;
  } catch {
    return null;
  }
}

/** The entries of a chat item. Rewound items and messages to the CLI alone are left out. */
function entriesOf(item: Item): readonly OldEntry[] {
  const { key: id, at } = item;
  if (item.isAbandoned) return [];
  switch (item.type) {
    case 'prompt':
      return item.said === 'prompt' ? [{ id, kind: 'person', text: cut(item.text, MAX_TEXT), at }] : [];
    case 'text':
      return [{ id, kind: 'assistant', text: cut(item.text, MAX_TEXT), at }];
    case 'tool': {
      const { name, input, output, isError } = item;
      const call = [toolName(name), toolSubject(input)].filter((words) => words !== '').join(': ');
      return [
        { id, kind: 'tool', text: call, at },
        ...(output === null
          ? []
          : [{ id: `${id}-result`, kind: 'result' as const, text: cut(output, MAX_RESULT), at, isError }]),
      ];
    }
    case 'thinking':
      return [];
    case 'notice': {
      const text = NOTICES[item.kind] ?? item.text;
      return text === '' ? [] : [{ id, kind: 'notice', text, at }];
    }
    default:
      return item satisfies never;
  }
}

const NOTICES: Readonly<Record<string, string>> = {
  compacted: 'The conversation was made shorter here.',
  interrupted: 'Interrupted.',
};

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text);

async function summarise(
  file: string,
  { size, mtimeMs }: { readonly size: number; readonly mtimeMs: number },
): Promise<OldSession | null> {
  let folder: string | null = null;
  let customTitle: string | null = null;
  let madeTitle: string | null = null;
  let firstPrompt: string | null = null;
  let lastWords: string | null = null;
  let at: number | null = null;
  let prompts = 0;
  for await (const text of readLines(file)) {
    if (!MATTERS.test(text)) continue;
    const line = readTranscriptLine(text);
    if (!line || line.isSidechain) continue;
    folder ??= line.cwd;
    if (line.kind === 'title') {
      if (line.isCustom) customTitle = line.title;
      else madeTitle = line.title;
    }
    const prompt = promptOf(line);
    if (prompt !== null) {
      prompts += 1;
      firstPrompt ??= prompt;
    }
    const words = prompt ?? answerOf(line);
    if (words === null) continue;
    lastWords = words;
    at = line.at ?? at;
  }
  if (lastWords === null) return null;
  return {
    claudeSession: path.basename(file, '.jsonl'),
    folder,
    title: oneLine(customTitle ?? madeTitle ?? firstPrompt ?? lastWords, MAX_TITLE),
    lastWords: oneLine(lastWords, MAX_LAST_WORDS),
    at: at ?? Math.round(mtimeMs),
    prompts,
    bytes: size,
  };
}

function promptOf(line: TranscriptLine): string | null {
  if (line.kind !== 'user' || line.isMeta || line.isCompactSummary || line.isSidechain) return null;
  const text = line.text ?? textOf(line.blocks);
  return text.trim() === '' || readPutIn(text) !== null ? null : text;
}

function answerOf(line: TranscriptLine): string | null {
  if (line.kind !== 'assistant' || line.isSidechain) return null;
  const text = textOf(line.blocks);
  return text.trim() === '' ? null : text;
}

const textOf = (blocks: readonly TranscriptBlock[]) =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');

/** The first place in the messages that contains the words, with the text around it; null if there is none. */
async function excerptOf(file: string, words: string): Promise<string | null> {
  for await (const text of readLines(file)) {
    // Skips most lines without parsing them. A line with escapes must be parsed: they can hide the words.
    if (!text.includes('\\') && !text.toLocaleLowerCase().includes(words)) continue;
    const line = readTranscriptLine(text);
    const said = line && (promptOf(line) ?? answerOf(line));
    const at = said ? said.toLocaleLowerCase().indexOf(words) : -1;
    if (!said || at < 0) continue;
    const from = Math.max(0, at - AROUND);
    const to = at + words.length + AROUND;
    const excerpt = said.slice(from, to).replaceAll(/\s+/gu, ' ').toWellFormed();
    return `${from > 0 ? '…' : ''}${excerpt}${to < said.length ? '…' : ''}`;
  }
  return null;
}

async function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function oneLine(text: string, most: number): string {
  return text.replaceAll(/\s+/gu, ' ').trim().slice(0, most).toWellFormed();
}
