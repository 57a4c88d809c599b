/** The tags in a text: `coal, #steam engine` as `coal` and `steam engine`, each once. */
export function tagsIn(text: string): readonly string[] {
  const tags = text
    .split(/[,\n]/)
    .map((part) => part.trim().replace(/^#+/, '').trim())
    .filter((tag) => tag !== '');
  return [...new Set(tags)];
}
