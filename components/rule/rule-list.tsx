'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { RefreshOn } from '@/components/live/refresh-on';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Button } from '@/components/ui/button';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { FormError } from '@/components/ui/form/form-error';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useWorkflow } from '@/components/workflow/use-workflow';
import { bidi, isolated } from '@/lib/bidi';
import type { RuleRecord } from '@/lib/rule/schema';
import { type Action, actionInWords, beginsInWords, type Names } from './rule-words';

const loadDialog = () => import('./rule-dialog').then((part) => part.RuleDialog);
const loadLog = () => import('./rule-log').then((part) => part.RuleLog);

type Given = { names: Names; projects: readonly { _id: string; key: string; name: string }[] };

export function RuleList({
  rules,
  projectId,
  creates,
  ...given
}: Given & { rules: readonly RuleRecord[]; projectId: string | null; creates: boolean }) {
  return (
    <div className="flex flex-col gap-4">
      <RefreshOn event="rules.changed" />
      {rules.length === 0 ? (
        <p className="text-base text-text-2">
          No rules yet. A rule does something when something happens to a task: when it is moved to Testing, it assigns
          a reviewer; when it is overdue, it tells the leader.
        </p>
      ) : (
        <ul aria-label="Rules" className="divide-y divide-border">
          {rules.map((rule) => (
            <RuleItem key={rule._id} rule={rule} {...given} />
          ))}
        </ul>
      )}
      {creates && (
        <div>
          <DialogButton load={loadDialog} given={{ rule: null, projectId, ...given }} icon={<Plus />}>
            New rule
          </DialogButton>
        </div>
      )}
    </div>
  );
}

function RuleItem({ rule, names, projects }: Given & { rule: RuleRecord }) {
  const { _id: id, name, version, enabled, project_id, may_edit, actor, active } = rule;
  const workflow = useWorkflow(project_id ?? undefined);
  const { run, pending, error } = useCall();
  const [deleting, setDeleting] = useState(false);
  const project = projects.find((one) => one._id === project_id);
  const actions = rule.actions as Action[];
  return (
    <li className="flex flex-col gap-1 py-3">
      <FormError message={error?.message} attempt={error} />
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-60">
          <span dir="auto" className="block text-base font-medium break-words">
            {name}
          </span>
          <span className="block text-sm text-text-2 break-words">
            {beginsInWords(rule, workflow, names)} →{' '}
            {actions.map((one) => actionInWords(one, workflow, names)).join(' · ')}
          </span>
          <span className="block text-xs text-text-3">
            {project ? isolated(project.name) : 'All projects'} · runs as {isolated(actor.name)}
            {!active && ', who can no longer sign in: it does not run'}
          </span>
        </span>
        <CheckboxField
          label="On"
          aria-label={bidi`On: ${name}`}
          checked={enabled}
          disabled={!may_edit || pending}
          onChange={({ target: { checked } }) =>
            void run(
              () => call('PATCH rule/{id}', { id, version, enabled: checked }),
              () => bidi`${name} is ${checked ? 'on' : 'off'}`,
            )
          }
        />
        <span className="flex gap-1">
          <DialogButton load={loadLog} given={{ rule }} size="compact" variant="quiet">
            Log<span className="sr-only"> of {name}</span>
          </DialogButton>
          {may_edit && (
            <>
              <DialogButton
                load={loadDialog}
                given={{ rule, projectId: project_id, names, projects }}
                size="compact"
                variant="quiet"
              >
                Edit<span className="sr-only"> {name}</span>
              </DialogButton>
              <Button size="compact" variant="quiet" onClick={() => setDeleting(true)}>
                Delete<span className="sr-only"> {name}</span>
              </Button>
            </>
          )}
        </span>
      </div>
      {deleting && (
        <FormDialog
          role="alertdialog"
          size="sm"
          title={bidi`Delete ${name}?`}
          description="Its log goes with it. What it did stays."
          action="Delete"
          danger
          pending={pending}
          onSubmit={() =>
            void run(
              () => call('DELETE rule/{id}', { id }),
              () => `${name} deleted`,
            ).then((done) => done && setDeleting(false))
          }
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}
