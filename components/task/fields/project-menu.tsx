'use client';

import { TintTile } from '@/components/page/tint-tile';
import { type CreatableProject, projectGroups } from '@/components/task/new/default-project';
import type { EditorProps } from '@/components/ui/form/editor';
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem } from '@/components/ui/overlay/menu';
import { isolated } from '@/lib/bidi';

export function ProjectMenu({
  value,
  projects,
  failed,
  onRetry,
  onChange,
  ...menu
}: EditorProps & {
  value: string | null;
  projects: readonly CreatableProject[] | undefined;
  failed: boolean;
  onRetry: () => void;
  onChange: (project: CreatableProject) => void;
}) {
  const { open, completed } = projectGroups(projects ?? []);
  const item = (project: CreatableProject) => (
    <MenuRadioItem
      key={project._id}
      value={project._id}
      icon={<TintTile tint={project.tint} name={project.name} logo={project.picture} size={20} />}
    >
      {isolated(project.name)}
    </MenuRadioItem>
  );
  return (
    <Menu {...menu}>
      {!projects && !failed && (
        <MenuItem onSelect={() => undefined} reason="One moment">
          Loading
        </MenuItem>
      )}
      {!projects && failed && <MenuItem onSelect={onRetry}>Could not be loaded. Try again</MenuItem>}
      {projects && (
        <MenuRadioGroup
          label="Project"
          value={value ?? ''}
          onValueChange={(id) => {
            const project = projects.find(({ _id }) => _id === id);
            if (project) onChange(project);
          }}
        >
          {open.map(item)}
          {completed.length > 0 && <MenuLabel>Completed</MenuLabel>}
          {completed.map(item)}
        </MenuRadioGroup>
      )}
    </Menu>
  );
}
