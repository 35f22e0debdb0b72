/** Runs anywhere. */
import { z } from 'zod';
import { Imported } from '@/lib/imported/schema';
import { SEARCH_KINDS } from '@/lib/search/vocabulary';
import { listOf, paging, record, search } from '@/lib/validation';

export const Search = z.strictObject({
  q: search,
  kinds: listOf(z.enum(SEARCH_KINDS, `A kind is one of ${SEARCH_KINDS.join(', ')}.`)).default([...SEARCH_KINDS]),
  ...paging,
});
export type Search = z.output<typeof Search>;

export const Found = record('Found', {
  kind: z.enum(SEARCH_KINDS),
  _id: z.string(),
  key: z.string().nullable().describe('Of a task or project; of a comment or attachment its task’s'),
  title: z.string(),
  excerpt: z.string().describe('HTML: text with escapes, hits in <mark>, no other element'),
  url: z.string().nullable().describe('A path of this site; null where the caller has no page for it'),
  project_id: z.string().nullable(),
  imported: Imported.nullable().describe('Of a comment that came with an import'),
  updated_at: z.string(),
});
export type Found = z.infer<typeof Found>;
