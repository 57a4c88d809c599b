/** After Escape: focus reports, mouse reports, and answers to queries of the program. */
const REPORT = /^(?:\[(?:[IO<M?>]|\d+;)|[\]P_])/u;

/** Whether the terminal sent this input itself, rather than a person who typed. */
export const isReport = (typed: string): boolean => typed.startsWith('\u001B') && REPORT.test(typed.slice(1));
