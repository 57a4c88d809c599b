import type { VersionHead } from '../../../protocol.ts';

/** Who made a version, and how it came about, in a few words. */
export function versionFacts({ author, model, voice, basedOn, isPartial, isAside, name }: VersionHead): string {
  const made = author === 'hand' ? 'Written by hand' : `By ${model ?? 'the embedded writer'}`;
  const facts = [
    ...(name === null ? [] : [`“${name}”`]),
    author === 'model' && voice !== null ? `${made}, in the voice of ${voice}` : made,
    ...(author === 'model' && voice === null ? ['in the company’s voice'] : []),
    ...(basedOn === null ? [] : [`from version ${String(basedOn)}`]),
    ...(isPartial ? ['ended early'] : []),
    ...(isAside ? ['put aside'] : []),
  ];
  return facts.join(', ');
}
