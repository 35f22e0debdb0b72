import { queryOptions } from '@tanstack/react-query';
import { call } from '@/components/query/api-client';
import type { TemplateCard, TemplateContent } from '@/lib/template/schema';

/** The first part of the key of every list of them. */
export const TEMPLATES = ['templates'];

/** Those that the caller sees, wherever they are kept. */
export const templatesQuery = (kind: TemplateCard['kind']) =>
  queryOptions({
    queryKey: [...TEMPLATES, kind],
    staleTime: 0,
    queryFn: async ({ signal }) => (await call('GET templateList', { kind, limit: 200 }, { signal })).docs,
  });

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ['template', id],
    staleTime: 0,
    gcTime: 0,
    enabled: id !== '',
    queryFn: async ({ signal }) => {
      const { content, ...template } = await call('GET template/{id}', { id }, { signal });
      return { ...template, content: content as TemplateContent };
    },
  });

/** The task that is to be saved as one; undefined: there is none. */
export const savedTaskQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['task to save', id],
    gcTime: 0,
    staleTime: 0,
    retry: false,
    enabled: id !== undefined,
    queryFn: ({ signal }) => call('GET task/{id}', { id: id ?? '' }, { signal }),
  });
