import type { Message } from '#session/protocol.ts';

import type { AboutPart, ToolPart } from '../../protocol.ts';
import { NOTICE_DIVIDERS, NOTICE_HEADINGS } from '../shown/notice-words.ts';
import { aboutOf, isTakenBack, joins, ShownMessages, type ToolsPart } from '../shown/shown-messages.ts';
import { toolName, toolSubject } from '../shown/tool-title.ts';

/** Messages of a chat as Markdown, in their order: each with its speaker, and each call of a tool on a line. */
export function writtenChat(messages: readonly Message[]): string {
  const blocks: string[] = [];
  let speaker: string | null = null;
  for (const message of new ShownMessages().of(messages)) {
    const written = message.author === 'notice' ? writtenNotice(message) : writtenMessage(message);
    if (written === '') continue;
    const by = message.author === 'notice' ? null : speakerOf(message);
    if (by !== null && by !== speaker) blocks.push(by);
    speaker = by;
    blocks.push(written);
  }
  return blocks.join('\n\n');
}

/** Quotes the words of a person, so that nothing in them becomes Markdown of the text around it. */
const quoted = (text: string) => text.replace(/^/gmu, '> ').replace(/ $/gmu, '');

function speakerOf(message: Message): string {
  const name = message.author === 'person' ? 'You' : 'Claude Code';
  return aboutOf(message)?.isAbandoned ? `**${name}**, on a branch that was left` : `**${name}**`;
}

function writtenMessage({ author, content, parts = [] }: Message): string {
  const said = author === 'person' && content !== '' ? quoted(content.trimEnd()) : content.trimEnd();
  const tools = parts.find((part): part is ToolsPart => part.type === 'tools')?.tools ?? [];
  return [said, tools.map(writtenTool).join('\n')].filter((block) => block !== '').join('\n\n');
}

function writtenTool({ name, input, isError, ending }: ToolPart): string {
  const subject = toolSubject(input);
  const result = ending ?? (isError ? 'failed' : null);
  return `- ${toolName(name)}${subject === '' ? '' : ` ${asCode(subject)}`}${result === null ? '' : `, ${result}`}`;
}

/** Code of one line. Its fence is longer than any run of backticks in it. */
function asCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

function writtenNotice(message: Message): string {
  const kind: AboutPart['notice'] = aboutOf(message)?.notice;
  const heading = kind === undefined ? undefined : (NOTICE_DIVIDERS[kind] ?? NOTICE_HEADINGS[kind]);
  const words = kind === undefined || kind === 'task-done' ? message.content || (heading ?? '') : (heading ?? '');
  return words === '' ? '' : `*${words}*`;
}

/**
 * The messages between two ids, in either order, with the tool calls that are shown with the last one. Null if an end
 * is missing.
 */
export function messagesBetween(
  messages: readonly Message[],
  ends: readonly [string, string],
): readonly Message[] | null {
  const there = messages.filter((message) => !isTakenBack(message));
  const [first = -1, last = -1] = ends
    .map((end) => there.findIndex(({ id }) => id === end))
    .toSorted((one, other) => one - other);
  const end = there[last];
  if (first < 0 || !end) return null;
  const calls = there.slice(last + 1).findIndex((message) => !joins(end, message));
  return there.slice(first, calls < 0 ? undefined : last + 1 + calls);
}

/** Whether a message is a prompt of the person: not a command, not dropped, and not on an abandoned branch. */
export function isQuestion(message: Message): boolean {
  const about = aboutOf(message);
  return (
    message.author === 'person' &&
    message.content !== '' &&
    about?.said === 'prompt' &&
    about.queue !== 'dropped' &&
    about.queue !== 'taken-back' &&
    about.isAbandoned !== true
  );
}

/** Whether a message has complete words of Claude Code that are not on an abandoned branch. */
export function isAnswer(message: Message): boolean {
  const isSaid = message.author === 'assistant' && message.status === 'complete' && message.content !== '';
  return isSaid && aboutOf(message)?.isAbandoned !== true;
}

/** The person's prompts, each with the last answer before the next one. Earlier answers are left out. */
export function questionsAndAnswers(messages: readonly Message[]): readonly Message[] {
  const kept: Message[] = [];
  for (const message of messages) {
    if (isQuestion(message)) kept.push(message);
    else if (isAnswer(message)) {
      if (kept.at(-1)?.author === 'assistant') kept.pop();
      kept.push(message);
    }
  }
  return kept.map((message) => ({ ...message, parts: [] }));
}
