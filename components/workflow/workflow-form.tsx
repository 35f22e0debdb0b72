'use client';

import { useRef, useState } from 'react';
import { SaveBar } from '@/components/organisation/save-bar';
import { ApiError, call } from '@/components/query/api-client';
import { notSaved, useSubmitWhenBack } from '@/components/query/use-submit-when-back';
import { Button } from '@/components/ui/button';
import { CheckboxField } from '@/components/ui/form/checkbox-field';
import { FormError } from '@/components/ui/form/form-error';
import { showToast } from '@/components/ui/overlay/toast';
import { useRefresh } from '@/components/url/use-refresh';
import type { WorkflowRecord } from '@/lib/workflow/schema';
import { ColumnFields } from './column-fields';
import { MoveTable } from './move-table';
import { changedMove, draftOf, isChanged, type WorkflowDraft } from './workflow-draft';

export function WorkflowForm({ workflow, backTo }: { workflow: WorkflowRecord; backTo: string }) {
  const refresh = useRefresh();
  const [base, setBase] = useState(workflow);
  const [drawn, setDrawn] = useState(workflow);
  const [draft, setDraft] = useState(() => draftOf(workflow));
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const form = useRef<HTMLFormElement>(null);
  useSubmitWhenBack(form, error);
  const changed = isChanged(draftOf(base), draft);
  // The page was redrawn with changes made elsewhere; one's own, not yet saved, stay. What was reset has no version.
  if (workflow.version !== drawn.version) {
    setDrawn(workflow);
    if (workflow.version > base.version || workflow.own !== base.own) takeUp(workflow);
  }

  function takeUp(current: WorkflowRecord) {
    setBase(current);
    if (!changed) setDraft(draftOf(current));
  }
  const set = (fields: Partial<WorkflowDraft>) => setDraft({ ...draft, ...fields });
  const place = { project_id: base.project_id ?? undefined };

  async function send(work: () => Promise<WorkflowRecord>, text: string, undo?: () => void) {
    if (pending) return;
    setPending(true);
    setError(undefined);
    try {
      const saved = await work();
      setBase(saved);
      setDraft(draftOf(saved));
      showToast({ kind: 'success', text, ...(undo && { action: { label: 'Undo', onAction: undo } }) });
      refresh();
    } catch (failure) {
      const known =
        failure instanceof ApiError ? failure : new ApiError(0, 'unexpected', 'Something went wrong. Try again.');
      if (known.status === 409 && known.current) setBase(known.current as WorkflowRecord);
      setError(known);
    } finally {
      setPending(false);
    }
  }
  const save = () => send(() => call('PUT workflow', { ...place, version: base.version, ...draft }), 'Saved');
  const reset = () => {
    const before = draftOf(base);
    void send(
      () => call('DELETE workflow', { ...place, version: base.version }),
      `${base.project_id ? 'The project' : 'The organisation'} goes by ${backTo} again.`,
      () => void send(() => call('PUT workflow', { ...place, version: 0, ...before }), 'Restored'),
    );
  };

  return (
    <form
      ref={form}
      aria-label="Workflow"
      className="flex flex-col gap-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (changed) void save();
      }}
    >
      <FormError
        message={
          error?.status === 409
            ? 'Somebody else changed the workflow in the meantime. Your changes are still here: saving replaces theirs.'
            : notSaved(error)
        }
        attempt={error}
      />
      <ColumnFields columns={draft.columns} errors={error?.errors} onChange={(columns) => set({ columns })} />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium text-text-2">Over the limit</legend>
        {(
          [
            ['warn', 'Warn', 'The number turns red; tasks can still be moved in.'],
            ['refuse', 'Refuse', 'Nothing more can be moved or added until a task has left.'],
          ] as const
        ).map(([value, label, hint]) => (
          <label key={value} className="flex cursor-pointer items-start gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="over_limit"
              value={value}
              checked={draft.over_limit === value}
              onChange={() => set({ over_limit: value })}
              className="mt-1 accent-accent"
            />
            <span>
              <span dir="auto" className="block text-base font-medium">
                {label}
              </span>
              <span className="block text-sm text-text-2">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="flex flex-col gap-3">
        <CheckboxField
          label="Only some moves are allowed"
          hint="Otherwise a task can go from every status to every other."
          checked={draft.moves !== null}
          onChange={({ target }) => set({ moves: target.checked ? (base.moves ?? changedMove(null)) : null })}
        />
        {draft.moves && (
          <MoveTable
            columns={draft.columns}
            moves={draft.moves}
            onChange={(from, to, on) => set({ moves: changedMove(draft.moves, from, to, on) })}
          />
        )}
      </div>
      {base.own && !changed && (
        <Button onClick={reset} pending={pending} pendingText="Resetting…">
          Go by {backTo} again
        </Button>
      )}
      <SaveBar
        unsaved={changed}
        pending={pending}
        onDiscard={() => {
          setDraft(draftOf(base));
          setError(undefined);
        }}
      />
    </form>
  );
}
