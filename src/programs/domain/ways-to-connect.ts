interface Connection {
  /** The server's address, as the person reaches it. */
  readonly address: string;
  readonly token: string;
  /** The path of `bin/warren`, and the data folder, on the machine that Warren runs on. */
  readonly launcher: string;
  readonly home: string;
}

export interface WayToConnect {
  readonly id: 'claude-code' | 'claude-desktop' | 'codex' | 'editor' | 'other';
  readonly name: string;
  /** Where to put the text. */
  readonly where: string;
  readonly text: string;
}

/** How to add Warren to each program: a command, or an entry for its settings file. */
export function waysToConnect({ address, token, launcher, home }: Connection): readonly WayToConnect[] {
  const url = `${address}/mcp`;
  const Authorization = `Bearer ${token}`;
  const stdio = { command: launcher, args: ['mcp'], env: { WARREN_HOME: home, WARREN_MCP_TOKEN: token } };
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      where: 'Run this in a terminal.',
      text: `claude mcp add --transport http --scope user warren ${url} --header "Authorization: ${Authorization}"`,
    },
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      where: 'Put this into claude_desktop_config.json, on the machine that Warren runs on.',
      text: JSON.stringify({ mcpServers: { warren: stdio } }, null, 2),
    },
    {
      id: 'codex',
      name: 'Codex',
      where: 'Put this into ~/.codex/config.toml.',
      text: `[mcp_servers.warren]\nurl = "${url}"\nhttp_headers = { Authorization = "${Authorization}" }`,
    },
    {
      id: 'editor',
      name: 'VS Code',
      where: 'Run this in a terminal.',
      text: `code --add-mcp '${JSON.stringify({ name: 'warren', type: 'http', url, headers: { Authorization } })}'`,
    },
    {
      id: 'other',
      name: 'Other',
      where: 'Most programs take this in their file of MCP servers.',
      text: JSON.stringify({ mcpServers: { warren: { type: 'http', url, headers: { Authorization } } } }, null, 2),
    },
  ];
}
