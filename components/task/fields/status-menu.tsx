'use client';

import type { EditorProps } from '@/components/ui/form/editor';
import { Menu, MenuRadioGroup, MenuRadioItem } from '@/components/ui/overlay/menu';
import { TaskStatus } from '@/components/workflow/task-status';
import { useWorkflow } from '@/components/workflow/use-workflow';
import { isolated } from '@/lib/bidi';
import { mayMoveTo } from '@/lib/workflow/vocabulary';

export function StatusMenu({
  value,
  projectId,
  free = false,
  onChange,
  ...menu
}: EditorProps & {
  value: number;
  projectId?: string;
  /** Of a new task, or of several: each move is judged by itself. */
  free?: boolean;
  onChange: (status: number) => void;
}) {
  const workflow = useWorkflow(projectId);
  return (
    <Menu {...menu}>
      <MenuRadioGroup label="Status" value={String(value)} onValueChange={(status) => onChange(Number(status))}>
        {workflow.columns.map(({ status, name }) => (
          <MenuRadioItem
            key={status}
            value={String(status)}
            icon={<TaskStatus of={{ status, project_id: projectId }} word="none" />}
            reason={free || mayMoveTo(workflow, value, status) ? undefined : 'Not allowed from here'}
          >
            {isolated(name)}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
