import type { VersionHead } from '../../../protocol.ts';

/** The author and the origin of a version, in a few words. Names its voice if the versions differ in it. */
export function versionFacts(
  { author, model, voice, basedOn, isPartial, isAside, name }: VersionHead,
  versions: readonly VersionHead[],
): string {
  const inVoice = voice === null ? 'by the rules for everyone' : `in the voice of ${voice}`;
  const byModel = [
    model === null ? 'built in' : `by ${model}`,
    ...(versions.some((other) => other.author !== 'hand' && other.voice !== voice) ? [inVoice] : []),
  ];
  const facts = [
    ...(name === null ? [] : [`“${name}”`]),
    ...(author === 'hand' ? ['written by hand'] : byModel),
    ...(basedOn === null ? [] : [`from version ${String(basedOn)}`]),
    ...(isPartial ? ['ended early'] : []),
    ...(isAside ? ['put aside'] : []),
  ].join(', ');
  return facts.charAt(0).toUpperCase() + facts.slice(1);
}
