/** Whether the text of a link is its address, with or without the scheme. */
export function namesAddress(text: string, href: string): boolean {
  const wanted = URL.parse(href)?.href;
  const given = text.trim();
  return (
    wanted !== undefined &&
    !/\s/u.test(given) &&
    [given, `https://${given}`, `http://${given}`].some((address) => URL.parse(address)?.href === wanted)
  );
}

/** Sentences about parts of an address that could mislead a reader about where it leads. */
export function addressNotes(href: string): readonly string[] {
  const url = URL.parse(href);
  if (!url) return [];
  const notes: string[] = [];
  if (url.username !== '' || url.password !== '')
    notes.push(`What stands before the @ is a user name and no host: it leads to ${url.host}.`);
  // Punycode: the host has letters of another alphabet.
  if (url.hostname.split('.').some((label) => label.startsWith('xn--')))
    notes.push(`The host has letters that may look like others. Without them it is written ${url.hostname}.`);
  return notes;
}
