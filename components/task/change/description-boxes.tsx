'use client';

import { useRef } from 'react';
import type { Remember } from '@/components/keys/use-undo';
import { useTickedLines } from '@/components/page/ticked-lines';
import { showToast } from '@/components/ui/overlay/toast';
import type { TaskDetail } from '@/lib/task/schema';
import type { TaskHandle } from '../detail/use-task';
import { EditConflict } from '../task-edit';

type Props = {
  handle: TaskHandle;
  /** Ctrl+Z outlives the text. */
  remember: Remember;
};

/** Stands right behind the rendered description, and lets its boxes be ticked. */
export function DescriptionBoxes({ handle: { task, stored, change }, remember }: Props) {
  const behind = useRef<HTMLSpanElement>(null);
  useTickedLines<TaskDetail>({
    behind,
    html: task.description_html,
    stored,
    textOf: ({ description }) => description,
    save: (base, description) => change({ description }, { base }),
    currentOf: (error) => (error instanceof EditConflict ? (error.current as TaskDetail) : undefined),
    what: 'The description',
    onUndone: () => showToast({ kind: 'info', text: `The change of ${task.key} was undone.` }),
    remember,
  });
  return <span ref={behind} hidden />;
}
