/** The CLI sends its hooks to this machine: a proxy cannot reach it, and must not read them. */
export const withoutProxy = (before: string | undefined) =>
  [before, '127.0.0.1', 'localhost'].filter((each) => each !== undefined && each !== '').join(',');
