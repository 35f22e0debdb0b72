import { FilterFault } from '@/lib/filter/format';
import { readFilter, type TaskFilters } from '@/lib/task/vocabulary.filter';
import { cut } from '@/lib/text';

const CHOICES = ['assignee', 'due', 'audience', 'priority', 'status'] as const;

/**
 * In words, each filter of an address that `read` has nothing of, because nobody knows what it means. `given`: a
 * parameter's text, '' where there is none.
 */
export function misreadFilters(given: (name: string) => string, read: TaskFilters): string[] {
  const choices = CHOICES.filter((name) => given(name) && given(name) !== read[name]);
  return [
    ...choices.map((name) => `“${cut(given(name), 40, '…')}” is not a value of ${name}.`),
    ...(given('filter') && !read.filter ? faultOf(given('filter')) : []),
  ];
}

function faultOf(text: string): string[] {
  try {
    readFilter(text);
    return [];
  } catch (error) {
    if (error instanceof FilterFault) return [error.message];
    throw error;
  }
}
