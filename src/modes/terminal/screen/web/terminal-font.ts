import './terminal-font.css';

export const TERMINAL_FONT = '"JetBrains Mono Variable", ui-monospace, Menlo, monospace';

/**
 * Loads the font for letters and boxes. Required before a terminal opens: cells and characters are measured only once.
 */
export const loadTerminalFont = () => document.fonts.load(`14px ${TERMINAL_FONT}`, 'W⎿─').catch(() => undefined);
