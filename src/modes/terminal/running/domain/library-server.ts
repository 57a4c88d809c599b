/** Environment variable of the CLI that holds the token, so that no file and no argument contains it. */
const LIBRARY_TOKEN_VARIABLE = 'WARREN_LIBRARY_TOKEN';

/**
 * Arguments that add Warren's MCP server to one run of the CLI, in addition to the person's servers. The CLI
 * substitutes the variable. Another option must follow: `--mcp-config` takes all words up to the next option.
 */
export function libraryArguments(address: string): readonly string[] {
  const headers = { Authorization: `Bearer \${${LIBRARY_TOKEN_VARIABLE}}` };
  return ['--mcp-config', JSON.stringify({ mcpServers: { warren: { type: 'http', url: `${address}/mcp`, headers } } })];
}

interface LibraryAccess {
  readonly address: string;
  readonly token: string;
}

/** Variables to add to the person's environment. Requests to Warren bypass proxies, which would see the token. */
export function libraryEnvironment(
  { address, token }: LibraryAccess,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const [, host = ''] = /^http:\/\/\[?(.*?)\]?:\d+$/u.exec(address) ?? [];
  const { NO_PROXY, no_proxy } = environment;
  const beside = (own = '') => [own, host].filter(Boolean).join(',');
  return {
    [LIBRARY_TOKEN_VARIABLE]: token,
    NO_PROXY: beside(NO_PROXY ?? no_proxy),
    no_proxy: beside(no_proxy ?? NO_PROXY),
  };
}

/** The address by which a program on this machine reaches a server that listens on all interfaces. */
export function onThisMachine(address: string): string {
  return address.replace(/^http:\/\/0\.0\.0\.0:/u, 'http://127.0.0.1:').replace(/^http:\/\/\[::\]:/u, 'http://[::1]:');
}
