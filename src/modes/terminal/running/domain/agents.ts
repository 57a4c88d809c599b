import type { AgentName, Program } from '../../protocol.ts';

/** Agents of others that can run in a terminal, by the name of their program. */
export const AGENTS: readonly { readonly agent: AgentName; readonly title: string }[] = [
  { agent: 'codex', title: 'Codex' },
  { agent: 'gemini', title: 'Gemini CLI' },
  { agent: 'opencode', title: 'opencode' },
  { agent: 'aider', title: 'aider' },
];

export const agentTitle = (name: AgentName): string => AGENTS.find(({ agent }) => agent === name)?.title ?? name;

/** The reason why such a terminal has no chat. */
export const noChatOf = ({ agent }: Extract<Program, { kind: 'agent' }>): string =>
  `No chat: Warren cannot read ${agentTitle(agent)}’s messages`;
