'use client';

import { useRef } from 'react';
import { useTickBoxes } from '@/components/page/tick-boxes';
import { ApiError } from '@/components/query/api-client';
import type { TaskDetail } from '@/lib/task/schema';
import { undoText } from '../detail/undo-text';
import type { TaskHandle } from '../detail/use-task';
import { EditConflict } from '../task-edit';

type Props = {
  handle: TaskHandle;
  /** Ctrl+Z outlives the text. */
  remember: (back: () => void) => void;
};

const changedSince = () => new ApiError(409, 'conflict', 'Somebody else changed that line in the meantime.');

/** Stands right behind the rendered description, and lets its boxes be ticked. */
export function DescriptionBoxes({ handle, remember }: Props) {
  const behind = useRef<HTMLSpanElement>(null);
  useTickBoxes(behind, handle.task.description_html, async (box, done) => {
    const { tickedLine, withLine, lineBack } = await import('@/lib/markdown/task-boxes');
    const line = tickedLine(handle.task.description, box, done);
    if (!line) throw changedSince();
    const send = (base: TaskDetail) => {
      const description = withLine(base.description, line);
      if (description === null) throw changedSince();
      return handle.change({ description }, { base });
    };
    // Where others changed lines beside it, it is still the same line.
    const saved = await send(handle.task).catch((error) => {
      if (error instanceof EditConflict) return send(error.current as TaskDetail);
      throw error;
    });
    const description = withLine(saved.description, lineBack(line));
    if (description !== null) remember(() => undoText(handle, { description }, saved));
  });
  return <span ref={behind} hidden />;
}
