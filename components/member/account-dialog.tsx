'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DraftNotice } from '@/components/draft/draft-notice';
import { notChosen, OvertakenFields } from '@/components/draft/overtaken-fields';
import { useFormDraft } from '@/components/draft/use-form-draft';
import { editedMemberQuery } from '@/components/person/member-query';
import { call } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import { useCall } from '@/components/query/use-call';
import { roleLabel } from '@/components/ui/badge';
import { SelectField } from '@/components/ui/form/select-field';
import { TextField } from '@/components/ui/form/text-field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useActor } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { joinsProjects } from '@/lib/invitation/policy';
import { CREATED_ROLES, canCreate } from '@/lib/member/policy';
import type { MemberDetail } from '@/lib/member/schema.manage';
import type { Role } from '@/lib/permission/schema';
import { ProjectTicks } from './project-ticks';
import { PutEverybody } from './put-everybody';

const CREATE = {
  client: 'POST createclient',
  observer: 'POST createobserver',
  subadmin: 'POST createsubadmin',
} as const;
/** Roles whose projects are edited with the account; for all others they are changed in the project. */
const EDIT = {
  client: 'PUT editClient/{id}',
  observer: 'PUT editObserver/{id}',
  subadmin: 'PUT editsubadmin/{id}',
} as const;

const WHAT = {
  role: 'role',
  name: 'name',
  email: 'email',
  phone: 'telephone number',
  company: 'company',
  projects: 'projects',
};
const said = (_: string, value: string | readonly string[]) =>
  typeof value === 'string' ? value : value.length === 1 ? '1 project' : `${value.length} projects`;

const isAccount = (role: string): role is keyof typeof EDIT => role in EDIT;

export const NewAccountDialog = ({ onClose }: { onClose: () => void }) => <Editor before={null} onClose={onClose} />;

export function EditAccountDialog({ id, role, onClose }: { id: string; role: Role; onClose: () => void }) {
  const { data, error: failure, isError, refetch } = useQuery(editedMemberQuery(id));
  if (data) return <Editor before={data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Edit ${roleLabel(role)}`}>
      {isError ? (
        <LoadError title="The details could not be loaded" of={{ error: failure, refetch }} />
      ) : (
        <SkeletonRows rows={5} rowHeight={48} label="Loading the details" />
      )}
    </Dialog>
  );
}

function Editor({ before: opened, onClose }: { before: MemberDetail | null; onClose: () => void }) {
  // A refetch must not turn somebody else's change into one made here.
  const [before] = useState(opened);
  const actor = useActor();
  const roles = CREATED_ROLES.filter((one) => canCreate(actor, one));
  const first = roles.find((one) => one === 'user') ?? roles[0] ?? 'client';
  const was = before?.projects.map(({ _id }) => _id) ?? [];
  const {
    value: draft,
    change,
    forget,
    notice,
    overtaken,
  } = useFormDraft(before ? `account:${before._id}` : 'new-account', {
    role: (before?.role ?? first) as string,
    name: before?.name ?? '',
    email: before?.email ?? '',
    phone: before?.phone ?? '',
    company: before?.company ?? '',
    projects: was,
  });
  // A draft may be older than a change of the viewer's own role.
  const role: Role = before?.role ?? roles.find((one) => one === draft.role) ?? first;
  const { projects } = draft;
  const seats = (before === null || isAccount(role)) && role !== 'observer';
  const reseated = !before || was.length !== projects.length || was.some((one) => !projects.includes(one));
  // Only an account that nobody has used yet can get another email here; later its owner changes it.
  const movable = !before || before.not_entered === true;
  const moved = before !== null && draft.email.trim().toLowerCase() !== before.email;
  const { run, error, status } = useCall();
  const [asked, setAsked] = useState(false);
  const nowhere = !before && joinsProjects(role) && projects.length === 0;
  const field = (name: 'name' | 'email' | 'phone' | 'company') => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
    error: error?.errors[name]?.[0],
  });

  async function save() {
    if (nowhere && !asked) return setAsked(true);
    const { name, email } = draft;
    const [phone, company] = [draft.phone.trim() || null, draft.company.trim() || null];
    const body = { name, email, phone, company, ...(seats && reseated && { project_ids: projects }) };
    const send = () => {
      const undecided = before && notChosen(overtaken);
      if (undecided) throw undecided;
      if (before)
        return call(isAccount(role) ? EDIT[role] : 'PUT editMember/{id}', {
          id: before._id,
          version: before.version,
          ...body,
        });
      if (isAccount(role)) return call(CREATE[role], body);
      return call('POST createMember', { ...body, role: role === 'team_leader' ? role : 'user' });
    };
    const saved = await run(send, (made) =>
      before ? bidi`${made.name} saved` : bidi`${made.name} invited; an email is on its way`,
    );
    if (!saved) return;
    forget();
    onClose();
  }

  return (
    <FormDialog
      title={before ? `Edit ${roleLabel(role)}` : 'Invite with details'}
      description={
        before
          ? undefined
          : 'One person, with what you know of them. They get an email with a link, and can log in once they have opened it.'
      }
      action={before ? 'Save' : nowhere && asked ? 'Invite without a project' : 'Invite'}
      pendingText={before ? 'Saving…' : 'Inviting…'}
      {...status}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <DraftNotice {...notice} />
      {before && <OvertakenFields overtaken={overtaken} draft={draft} what={WHAT} said={said} />}
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
      <TextField label="Name" required limit={80} autoComplete="off" {...field('name')} />
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="off"
        readOnly={!movable}
        hint={movable ? undefined : 'Only they can change their email, in their profile.'}
        {...field('email')}
      />
      {moved && (
        <p className="text-sm text-text-2" role="status">
          The link that went to {before?.email} stops working, and a new one is sent to this email.
        </p>
      )}
      <TextField label="Telephone" type="tel" optional limit={40} autoComplete="off" {...field('phone')} />
      <TextField label="Company" optional limit={80} autoComplete="off" {...field('company')} />
      {seats && (
        <ProjectTicks
          chosen={projects}
          onChange={(projects) => change({ projects })}
          error={error?.errors.project_ids?.[0]}
        />
      )}
      {nowhere && asked && (
        <PutEverybody label="Put them into…" value="" onChoose={(id) => change({ projects: [id] })} />
      )}
    </FormDialog>
  );
}
