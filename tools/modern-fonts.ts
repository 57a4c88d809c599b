import type { Plugin } from 'vite';

/** Leaves out the older formats of KaTeX's fonts, which no supported browser requests. */
export function modernFonts(): Plugin {
  return {
    name: 'modern-fonts',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('katex.min.css')) return undefined;
      return { code: code.replaceAll(/,url\([^)]*\) format\("(?:woff|truetype)"\)/g, ''), map: null };
    },
  };
}
