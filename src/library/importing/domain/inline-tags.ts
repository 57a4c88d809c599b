import { replaceCode } from '#text/domain/code-ranges.ts';

/** The #tags of Obsidian in a text, without their signs. They have a letter, and are neither in code nor in addresses. */
export function inlineTags(text: string): readonly string[] {
  const words = replaceCode(text, () => ' ').replace(LINK_TARGET, ' ');
  return [...words.matchAll(TAG)].map((found) => (found[1] ?? '').replace(/[/-]+$/u, ''));
}

const LINK_TARGET = /\]\([^)\n]*\)|<[^>\n]*>|\[\[[^\]\n]*\]\]/gu;
const TAG = /(?<![^\s("'“])#(?=[\p{N}_/-]*\p{L})([\p{L}\p{N}\p{M}_/-]+)/gu;
