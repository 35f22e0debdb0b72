import { expect, test, vi } from 'vitest';
import { readDraft, writeDraft } from '@/components/draft/draft-store';
import { queuedKinds } from './queued-changes';

test('a comment that is refused later becomes a draft, before what is being written there now', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
  const refused = (body: string) =>
    queuedKinds('maya').addComment?.onRefused({ task_id: 't', body } as never, 'The task is in the bin.');
  refused('Said in a tunnel');
  expect(readDraft('maya:comment:t')).toBe('Said in a tunnel');
  writeDraft('maya:comment:t', 'Being written');
  refused('Said in a tunnel');
  expect(readDraft('maya:comment:t')).toBe('Said in a tunnel\n\nBeing written');
});
