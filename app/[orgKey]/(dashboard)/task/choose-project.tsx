import { projectGroups } from '@/components/task/new/default-project';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/form/select-field';
import type { ProjectName } from '@/lib/project/queries.names';

/** Of a form's page: another project is another page, with its people and columns. */
export function ChooseProject({
  action,
  view,
  projects,
  chosen,
}: {
  action: string;
  view: string;
  projects: readonly ProjectName[];
  chosen: Pick<ProjectName, '_id' | 'key'>;
}) {
  if (projects.length < 2) return null;
  const { open, completed } = projectGroups(projects);
  return (
    <form action={action} className="mb-4 flex max-w-[640px] items-end gap-2">
      <input type="hidden" name="view" value={view} />
      <div className="min-w-0 flex-1">
        <SelectField
          // Another project needs a fresh form.
          key={chosen._id}
          label="Project"
          name="project"
          defaultValue={chosen.key}
          options={[...open, ...completed].map(({ key, name }) => ({ value: key, label: name }))}
        />
      </div>
      <Button type="submit">Choose</Button>
    </form>
  );
}
