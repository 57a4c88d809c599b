/** Behind Escape: the focus, the mouse, and answers to what the program asked. */
const REPORT = /^(?:\[(?:[IO<M?>]|\d+;)|[\]P_])/u;

/** Whether the terminal typed it by itself. */
export const isReport = (typed: string): boolean => typed.startsWith('\u001B') && REPORT.test(typed.slice(1));
