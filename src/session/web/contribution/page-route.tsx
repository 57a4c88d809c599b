import type { ReactNode } from 'react';

import type { LoadedOnce } from '#elements/web/page/load-once.tsx';

/** A page of a slice and its path. The page gets the parameters of the path as props. */
export interface PageRoute {
  /** As the router writes it, for example `/recall/$setId`. */
  readonly path: string;
  readonly render: (params: RouteParameters) => ReactNode;
  /** Whether the page stays mounted while the parameters change. Other pages are mounted again. */
  readonly stays: boolean;
  readonly preload: () => Promise<void>;
}

type RouteParameters = Readonly<Record<string, string>>;

type ParametersOf<Path extends string> = Path extends `${string}/{-$${infer Name}}`
  ? Readonly<Partial<Record<Name, string>>>
  : Path extends `${string}/$${infer Name}/${infer Rest}`
    ? Readonly<Record<Name, string>> & ParametersOf<`/${Rest}`>
    : Path extends `${string}/$${infer Name}`
      ? Readonly<Record<Name, string>>
      : object;

/**
 * The compiler checks the props of the page against the parameters in its path. A page with an optional parameter
 * (`{-$name}`) is the same page for all of its values.
 */
export function pageRoute<Path extends string>(path: Path, page: LoadedOnce<ParametersOf<Path>>): PageRoute {
  return {
    path,
    stays: path.includes('{-$'),
    preload: () => page.preload(),
    // The router matched the path, so every parameter in it has a value.
    render: (parameters) => <page.Component {...(parameters as ParametersOf<Path>)} />,
  };
}
