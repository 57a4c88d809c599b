import type { VersionHead } from '../../../protocol.ts';

/** The author and the origin of a version, in a few words. */
export function versionFacts({ author, model, voice, basedOn, isPartial, isAside, name }: VersionHead): string {
  const byModel = [
    model === null ? 'built in' : `by ${model}`,
    voice === null ? 'in the company’s voice' : `in the voice of ${voice}`,
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
