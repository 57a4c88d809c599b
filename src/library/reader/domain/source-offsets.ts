/**
 * Where each UTF-16 unit of a rendered text stands in the Markdown that it was made from, and where it ends: escapes,
 * entities and markup are longer than what they show. A unit that is not found stands where the one before it ends.
 */
export function sourceOffsets(value: string, source: string): readonly number[] {
  if (value.length === source.length) return Array.from({ length: value.length + 1 }, (_, index) => index);
  const offsets: number[] = [];
  let at = 0;
  for (const unit of value) {
    const found = source.indexOf(unit, at);
    // A unit that is far away stands for something else, such as an entity.
    const isHere = found >= 0 && found - at <= MAX_MARKUP;
    for (let part = 0; part < unit.length; part += 1) offsets.push(isHere ? found + part : at);
    at = isHere ? found + unit.length : at + entityLength(source, at);
  }
  offsets.push(source.length);
  return offsets;
}

const MAX_MARKUP = 12;

/** The length of the entity at an offset; 0 without one. */
function entityLength(source: string, at: number): number {
  return /^&#?\w{1,32};/.exec(source.slice(at, at + 40))?.[0].length ?? 0;
}
