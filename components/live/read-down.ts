import type { Page } from './collection';

/** Goes on from `first`, page by page, until `known` rows are there or no more follow. */
export async function readDown<R>(
  first: Page<R>,
  known: number,
  next: (cursor: string, missing: number) => Promise<Page<R>>,
): Promise<Page<R>> {
  let page = first;
  while (page.cursor && page.docs.length < known) {
    const following = await next(page.cursor, known - page.docs.length);
    page = { ...following, docs: [...page.docs, ...following.docs] };
  }
  return page;
}
