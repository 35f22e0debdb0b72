'use client';

import { useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { ProjectTicks } from '@/components/member/project-ticks';
import { PutEverybody } from '@/components/member/put-everybody';
import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Badge, roleLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/form/select-field';
import { TextArea } from '@/components/ui/form/text-area';
import { Dialog } from '@/components/ui/overlay/dialog';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { useActor } from '@/components/viewer/shell-context';
import { grantableRoles, joinsProjects } from '@/lib/invitation/policy';
import type { InviteOutcomes } from '@/lib/invitation/schema';
import { addressesIn } from './emails-in';
import { useLanding } from './use-landing';

const TONE = { invited: 'ok', skipped: 'warn', refused: 'danger' } as const;
const WORD = { invited: 'Invited', skipped: 'Left out', refused: 'Not an email' } as const;

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const roles = grantableRoles(useActor().role);
  const { value, change, forget, notice } = useFormDraft('invite', {
    text: '',
    role: 'user',
    projects: [] as string[],
  });
  const { text, projects } = value;
  // A draft may be older than a change of the viewer's own role.
  const role = roles.find((one) => one === value.role) ?? 'user';
  const [results, setResults] = useState<InviteOutcomes['results']>();
  const [asked, setAsked] = useState(false);
  const land = useLanding();
  const { run, error, status } = useCall();
  const { emails, others } = addressesIn(text);

  const nowhere = joinsProjects(role) && projects.length === 0;

  function send() {
    // Once: most people are invited for a project.
    if (nowhere && !asked) return setAsked(true);
    const project_ids = role === 'observer' ? [] : projects;
    void run(
      () => call('POST sendInvites', { emails, role, project_ids }),
      (answer) => {
        forget();
        setResults(answer.results);
        return answer.invited ? `${answer.invited} invited` : null;
      },
    );
  }

  function leave() {
    onClose();
    if (results?.some(({ outcome }) => outcome === 'invited')) land();
  }

  if (results)
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && leave()}
        title="Result"
        footer={
          <>
            <Button
              onClick={() => {
                setResults(undefined);
                setAsked(false);
                change({ text: '' });
              }}
            >
              Invite others
            </Button>
            <Button variant="primary" onClick={leave}>
              Done
            </Button>
          </>
        }
      >
        <ul className="divide-y divide-border" aria-label="Result by email">
          {results.map(({ email, outcome, message }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same email may stand here twice
            <li key={at} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-1 basis-48 text-base break-all">{email}</span>
              <Badge tone={TONE[outcome]}>{WORD[outcome]}</Badge>
              {outcome !== 'invited' && <span className="basis-full text-sm text-text-2">{message}</span>}
            </li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <FormDialog
      grows
      title="Invite people"
      description="Each gets an email with a link that works once, for seven days."
      action={`${emails.length > 1 ? `Invite ${emails.length} people` : 'Invite'}${asked && nowhere ? ' without a project' : ''}`}
      pendingText="Inviting…"
      {...status}
      disabled={emails.length === 0}
      onSubmit={send}
      onClose={onClose}
    >
      <DraftNotice {...notice} />
      <TextArea
        label="Email addresses"
        hint="One or many: with commas, on lines of their own, or pasted from an email."
        value={text}
        onChange={(event) => change({ text: event.target.value })}
        autoCapitalize="none"
        spellCheck={false}
        rows={3}
      />
      {others.length > 0 && (
        <p role="status" className="text-sm break-words text-warn-text">
          {others.length === 1 ? 'Not an email, so left out: ' : 'Not emails, so left out: '}
          {others
            .slice(0, 5)
            .map((one) => `“${one}”`)
            .join(', ')}
          {others.length > 5 && ` and ${others.length - 5} more`}
        </p>
      )}
      <SelectField
        label="Role"
        value={role}
        onChange={(event) => change({ role: event.target.value })}
        hint={
          role === 'team_leader' ? 'They join the projects you choose; who leads one is set in the project.' : undefined
        }
        options={roles.map((value) => ({ value, label: roleLabel(value) }))}
      />
      {role === 'observer' ? (
        <p className="text-sm text-text-2">An observer sees every project without joining it.</p>
      ) : (
        <ProjectTicks
          chosen={projects}
          onChange={(projects) => change({ projects })}
          error={error?.errors.project_ids?.[0]}
        />
      )}
      {asked && nowhere && (
        <PutEverybody
          label={emails.length > 1 ? 'Put everybody into…' : 'Put them into…'}
          value=""
          onChoose={(id) => change({ projects: [id] })}
        />
      )}
    </FormDialog>
  );
}
