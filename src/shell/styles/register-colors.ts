/** The colours of `tokens.css` that differ between modes. `light.css` lists them too. */
const COLORS = `paper surface sunken line line-strong ink ink-soft ink-faint raised accent accent-ink accent-soft
  accent-text focus`.split(/\s+/);

/** Registers these properties as colours, because a browser cannot animate a property of unknown type. Call it once. */
export function registerColors(): void {
  // Without it, a change of colours is not animated.
  if (!('registerProperty' in CSS)) return;
  for (const color of COLORS)
    CSS.registerProperty({ name: `--${color}`, syntax: '<color>', inherits: true, initialValue: 'transparent' });
}
