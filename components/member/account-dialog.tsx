'use client';

import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { api, referenceOf } from '@/components/query/api-client';
import { useActor } from '@/components/shell/shell-context';
import { roleLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { FormError } from '@/components/ui/form-error';
import { SelectField } from '@/components/ui/select-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TextField } from '@/components/ui/text-field';
import { CREATED_ROLES, type CreatedRole, canCreate } from '@/lib/member/policy';
import type { AccountRecord, MemberDetail } from '@/lib/member/schema.manage';
import type { Role } from '@/lib/permission/schema';
import { editedMemberQuery } from './member-query';
import { ProjectTicks } from './project-ticks';
import { useCall } from './use-call';

const CREATE: Record<CreatedRole, string> = {
  team_leader: 'createMember',
  user: 'createMember',
  client: 'createclient',
  observer: 'createobserver',
  subadmin: 'createsubadmin',
};
/** Whose projects are kept with their account; of everybody else that is changed with the project. */
const EDIT = { client: 'editClient', observer: 'editObserver', subadmin: 'editsubadmin' };

const isAccount = (role: string): role is keyof typeof EDIT => role in EDIT;

/** Adds somebody, whatever their role below the viewer's. */
export const NewAccountDialog = ({ onClose }: { onClose: () => void }) => <Editor before={null} onClose={onClose} />;

/** Changes somebody's details. */
export function EditAccountDialog({ id, role, onClose }: { id: string; role: Role; onClose: () => void }) {
  const { data, error: failure, isError, refetch } = useQuery(editedMemberQuery(id));
  if (data) return <Editor before={data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Edit ${roleLabel(role)}`}>
      {isError ? (
        <ErrorState
          title="The details could not be loaded"
          reference={referenceOf(failure)}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={5} rowHeight={48} label="Loading the details" />
      )}
    </Dialog>
  );
}

function Editor({ before, onClose }: { before: MemberDetail | null; onClose: () => void }) {
  const actor = useActor();
  const roles = CREATED_ROLES.filter((one) => canCreate(actor, one));
  const first = roles.find((one) => one === 'user') ?? roles[0] ?? 'client';
  const {
    value: draft,
    change,
    forget,
    notice,
  } = useFormDraft(before ? `account:${before._id}` : 'new-account', {
    role: (before?.role ?? first) as string,
    name: before?.name ?? '',
    email: before?.email ?? '',
    phone: before?.phone ?? '',
    company: before?.company ?? '',
    projects: before?.projects.map(({ _id }) => _id) ?? [],
  });
  // A draft may be older than the viewer's own role.
  const role: Role = before?.role ?? roles.find((one) => one === draft.role) ?? first;
  const { projects } = draft;
  const seats = (before === null || isAccount(role)) && role !== 'observer';
  // Whoever uses an account changes its address; one that nobody has used yet can be corrected.
  const movable = !before || (before.not_entered === true && before.approval_status === 1);
  const moved = before !== null && draft.email.trim().toLowerCase() !== before.email;
  const { run, pending, error } = useCall();
  const field = (name: 'name' | 'email' | 'phone' | 'company') => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    error: error?.errors[name]?.[0],
  });

  async function save(event: FormEvent) {
    event.preventDefault();
    const { name, email } = draft;
    const [phone, company] = [draft.phone.trim() || null, draft.company.trim() || null];
    const body = { name, email, phone, company, ...(seats && { project_ids: projects }) };
    const made = CREATE[role as CreatedRole];
    const saved = await run(
      () =>
        before
          ? api.put<AccountRecord>(`${isAccount(role) ? EDIT[role] : 'editMember'}/${before._id}`, body)
          : api.post<AccountRecord>(made, { ...body, ...(made === 'createMember' && { role }) }),
      (made) => (before ? `${made.name} saved` : `${made.name} added; an email is on its way`),
    );
    if (!saved) return;
    forget();
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={before ? `Edit ${roleLabel(role)}` : 'Add account'}
      description={
        before
          ? undefined
          : 'They get an email with a link to choose a password. Somebody who has an account elsewhere has to accept first.'
      }
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form="account-form" pending={pending} pendingText="Saving…">
            {before ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form id="account-form" noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <DraftNotice {...notice} />
        <FormError message={error?.message} attempt={error} />
        {!before && (
          <SelectField
            label="Role"
            value={role}
            onChange={(event) => change({ role: event.target.value })}
            hint={
              role === 'team_leader'
                ? 'They join the projects you choose; who leads one is set in the project.'
                : undefined
            }
            options={roles.map((value) => ({ value, label: roleLabel(value) }))}
          />
        )}
        <TextField label="Name" required maxLength={80} autoComplete="off" {...field('name')} />
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="off"
          readOnly={!movable}
          hint={movable ? undefined : 'Their own address: only they change it, in their profile.'}
          {...field('email')}
        />
        {moved && (
          <p className="text-sm text-text-2" role="status">
            The link that went to {before?.email} stops counting, and a new one goes to this address.
          </p>
        )}
        <TextField label="Telephone" type="tel" optional maxLength={40} autoComplete="off" {...field('phone')} />
        <TextField label="Company" optional maxLength={80} autoComplete="off" {...field('company')} />
        {seats && (
          <ProjectTicks
            chosen={projects}
            onChange={(projects) => change({ projects })}
            error={error?.errors.project_ids?.[0]}
          />
        )}
      </form>
    </Dialog>
  );
}
