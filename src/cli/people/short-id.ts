const LENGTH = 8;

/** Enough of the id of a sign-in to tell it apart. */
export function shortId({ id }: { readonly id: string }): string {
  return id.slice(0, LENGTH);
}
