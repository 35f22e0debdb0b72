'use client';

import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { TaskDetail } from '@/lib/task/schema';

const Title = () => <h2 className="min-h-8 content-center text-sm font-semibold text-text-2">Checklist</h2>;

/** Most tasks have none: what shows and changes lines is fetched with the first of them. */
const Checklist = dynamic(() => import('./checklist').then((part) => part.Checklist), { loading: Title });

/** `onChanged`: the task is to be read again. */
export function ChecklistPart({ task, onChanged }: { task: TaskDetail; onChanged: () => void }) {
  const [shown, setShown] = useState(task.checklist_items.length > 0);
  const [adding, setAdding] = useState(false);
  // It stays when its last line goes, which can be undone.
  if (!shown && task.checklist_items.length > 0) setShown(true);
  if (shown || adding) return <Checklist task={task} begins={adding} onChanged={onChanged} />;
  if (!task.rights.edit) return null;
  return (
    <section className="flex min-h-8 items-center justify-between">
      <Title />
      <Button variant="quiet" size="compact" icon={<Plus />} onClick={() => setAdding(true)}>
        Add line
      </Button>
    </section>
  );
}
