/** Those of `tokens.css` that differ between modes. `light.css` lists them once more. */
const COLORS = `paper surface sunken line line-strong ink ink-soft ink-faint raised accent accent-ink accent-soft
  accent-text focus`.split(/\s+/);

/** Tells the browser that these properties are colours: it cannot blend what may be anything. Call it once. */
export function registerColors(): void {
  for (const color of COLORS)
    CSS.registerProperty({ name: `--${color}`, syntax: '<color>', inherits: true, initialValue: 'transparent' });
}
