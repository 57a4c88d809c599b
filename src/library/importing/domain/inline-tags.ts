/** The #tags of Obsidian in a text, without their signs. They have a letter, and are neither in code nor in addresses. */
export function inlineTags(text: string): readonly string[] {
  const words = text.replace(CODE, ' ').replace(LINK_TARGET, ' ');
  return [...words.matchAll(TAG)].map((found) => (found[1] ?? '').replace(/[/-]+$/u, ''));
}

const CODE = /^(?<fence>`{3,}|~{3,})[\s\S]*?(?:^\k<fence>|$(?![\s\S]))|`[^`\n]+`/gmu;
const LINK_TARGET = /\]\([^)\n]*\)|<[^>\n]*>|\[\[[^\]\n]*\]\]/gu;
const TAG = /(?<![^\s("'“])#(?=[\p{N}_/-]*\p{L})([\p{L}\p{N}\p{M}_/-]+)/gu;
