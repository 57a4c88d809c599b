import type { ProviderId } from '../protocol.ts';

export const defaultBaseUrls: Readonly<Record<ProviderId, string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
};

/**
 * An address as its provider's protocol is reached there, however it was written: Anthropic's paths begin with `/v1`
 * themselves; for OpenAI's it belongs to the address, unless that names a version of its own, as `/v1beta/openai` does.
 */
export function normalBaseUrl(provider: ProviderId, given: string): string {
  const bare = given.trim().replace(/\/+$/, '');
  if (provider === 'anthropic') return bare.replace(/\/v1(\/messages)?$/, '');
  const address = bare.replace(/\/chat\/completions$/, '');
  const path = address.replace(/^[a-z]+:\/\/[^/]+/i, '');
  return /(^|\/)v\d/.test(path) ? address : `${address}/v1`;
}

/** Who is asked, as a message names them: the provider, or the server at an address of one's own. */
export function providerName(provider: ProviderId, baseUrl: string): string {
  if (provider === 'anthropic' && baseUrl === defaultBaseUrls.anthropic) return 'Anthropic';
  if (provider === 'openai' && baseUrl === defaultBaseUrls.openai) return 'OpenAI';
  return `the server at ${hostOf(baseUrl)}`;
}

/**
 * Where what is said goes, as the page names it: the provider, or the machine and port of an address of one's own. Also
 * an address on this machine is named, since a gateway may stand there that passes everything on.
 */
export function destinationOf(provider: ProviderId, baseUrl: string): string {
  return baseUrl === defaultBaseUrls[provider] ? providerName(provider, baseUrl) : hostOf(baseUrl);
}

function hostOf(baseUrl: string): string {
  return /^[a-z]+:\/\/([^/]+)/i.exec(baseUrl)?.[1] ?? baseUrl;
}
