import './terminal-font.css';

export const TERMINAL_FONT = '"JetBrains Mono Variable", ui-monospace, Menlo, monospace';

/** Cells are measured once, each sign too, so the font must be there before a terminal is opened: letters and boxes. */
export const loadTerminalFont = () => document.fonts.load(`14px ${TERMINAL_FONT}`, 'W⎿─').catch(() => undefined);
