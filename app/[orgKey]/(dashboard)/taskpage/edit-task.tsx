import { LazyRecordForm } from '@/components/form/lazy-record-form';
import { PageHeader } from '@/components/page/page-header';
import { allow } from '@/lib/errors';
import { orgPage, parse } from '@/lib/session/transport';
import { editTask } from '@/lib/task/actions';
import { getTask } from '@/lib/task/queries';
import { TaskReference, type TaskRights } from '@/lib/task/schema';
import { TASK_FORM, taskValues } from '@/lib/task/vocabulary.form';
import { organisationLinks } from '@/lib/tenant/organisation-links';
import type { FormFields } from '@/lib/transport/form-fields';
import { taskChoices } from '../form-choices';

function fieldsFor(rights: TaskRights): FormFields {
  const right: Record<string, boolean> = {
    status: rights.edit && rights.move,
    assignee_ids: rights.assign || rights.assign_self,
    audience: rights.edit && rights.audience,
  };
  return Object.fromEntries(Object.entries(TASK_FORM).filter(([name]) => right[name] ?? rights.edit));
}

/** For browsers without scripts; with them the task's page edits each field in place. */
export async function EditTask({ orgKey, reference }: { orgKey: string; reference: string }) {
  const hrefTo = await organisationLinks(orgKey);
  const { task, fields, choices } = await orgPage(orgKey, 'task.view', async (ctx) => {
    const task = await getTask(ctx, parse(TaskReference, { id: reference }));
    const fields = fieldsFor(task.rights);
    allow(Object.keys(fields).length > 0);
    const choices = await taskChoices(ctx, task.project_id);
    // People who may only assign themselves get no other boxes to tick.
    const assignee_ids = choices.assignee_ids?.filter(
      ({ value }) => task.rights.assign || value === ctx.actor.memberId,
    );
    return { task, fields, choices: { ...choices, assignee_ids: assignee_ids ?? [] } };
  });
  const begun = taskValues(task);
  return (
    <>
      <PageHeader title={`Edit ${task.key}`} />
      <LazyRecordForm
        action={editTask.bind(null, orgKey)}
        fields={fields}
        begun={begun}
        choices={choices}
        hidden={{ id: task._id, version: String(task.version), before: JSON.stringify(begun) }}
        submit="Save"
        pendingText="Saving"
        cancelHref={hrefTo(`taskpage?task=${task.key}`)}
      />
    </>
  );
}
