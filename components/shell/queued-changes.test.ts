import { expect, test, vi } from 'vitest';
import { readDraft, writeDraft } from '@/components/draft/draft-store';
import { reasonOf } from '@/components/query/api-client';
import { EditConflict } from '@/components/task/task-edit';
import { connectToaster } from '@/components/ui/overlay/toast';
import type { TaskCard } from '@/lib/task/schema';
import { queuedKinds } from './queued-changes';

test('a comment or reply that is refused later becomes a draft in its place, before what is being written there now', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
  const refused = (body: string, parent_id?: string) =>
    queuedKinds('maya').addComment?.onRefused({ task_id: 't', body, parent_id } as never, 'The task is in the bin.');
  refused('Said in a tunnel');
  expect(readDraft('maya:comment:t')).toBe('Said in a tunnel');
  writeDraft('maya:comment:t', 'Being written');
  refused('Said in a tunnel');
  expect(readDraft('maya:comment:t')).toBe('Said in a tunnel\n\nBeing written');
  refused('Answered in a tunnel', 'c');
  expect(readDraft('maya:reply:c')).toBe('Answered in a tunnel');
});

test('an edit that somebody else was faster with names the task, the reason and the title that was typed', () => {
  const shown: string[] = [];
  const forget = connectToaster({ show: ({ text }) => void shown.push(text), withdraw: () => undefined });
  // What waited before there was a toaster.
  shown.splice(0);
  const current = { _id: 't', title: 'Theirs', version: 2 } as TaskCard;
  queuedKinds('maya').changeTask?.onRefused(
    {
      kind: 'edit',
      id: 't',
      token: '1',
      basis: { _id: 't', key: 'WEB-1', version: 1, assignees: [] },
      changes: { title: 'Mine' },
    } as never,
    reasonOf(new EditConflict(current, ['title'])),
  );
  forget();
  expect(shown).toEqual(['WEB-1 was not changed. Somebody else changed it in the meantime. Your title was “Mine”.']);
});
