'use client';

import { ViewAsButton } from '@/components/client-view/view-as-button';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { call } from '@/components/query/api-client';
import { LoadError } from '@/components/query/load-error';
import { useCall } from '@/components/query/use-call';
import { Ago } from '@/components/ui/ago';
import { Badge, RoleBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { Link } from '@/components/ui/link';
import { Drawer } from '@/components/ui/overlay/dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { deviceInWords } from '@/lib/http/device';
import type { MemberRecord } from '@/lib/member/schema';
import { MemberState } from './member-state';
import type { ResetFactorProps } from './reset-factor-dialog';
import { useMemberDetail } from './use-member-detail';

const resetDialog = () => import('./reset-factor-dialog').then((module) => module.ResetFactorDialog);

export function MemberDrawer({ member, onClose }: { member: MemberRecord; onClose: () => void }) {
  const hrefTo = useOrganisationLinks();
  const { run, pending, error } = useCall();
  const { data, error: failure, isError, refetch } = useMemberDetail(member);
  const end = (session_id?: string) =>
    void run(
      () => call('POST endMemberSessions', { user_id: member._id, ...(session_id && { session_id }) }),
      () => (session_id ? 'Session ended' : 'Signed out everywhere'),
    ).then(() => refetch());
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={member.name} description={member.email}>
      {isError && <LoadError title="The details could not be loaded" of={{ error: failure, refetch }} />}
      {!data && !isError && <SkeletonRows rows={6} rowHeight={40} label="Loading the details" />}
      {data && (
        <div className="flex flex-col gap-6">
          <FormError message={error?.message} attempt={error} />
          <div className="flex min-h-8 flex-wrap items-center gap-2">
            <RoleBadge role={data.role} />
            <MemberState member={data} />
            {data.can.view_as && (
              <span className="ml-auto">
                <ViewAsButton person={member} to={hrefTo('dashboard')} words="View as client" />
              </span>
            )}
          </div>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-base [&_dt]:text-text-2">
            {data.phone && <Fact name="Telephone" value={data.phone} />}
            {data.company && <Fact name="Company" value={data.company} />}
            {data.approval_note && <Fact name="Declined because" value={data.approval_note} />}
            <Fact name="Open tasks" value={String(data.open_tasks)} />
            <dt>Last seen</dt>
            <dd>{data.last_seen_at ? <Ago at={data.last_seen_at} /> : 'Never'}</dd>
          </dl>
          <section>
            <h3 className="mb-1 text-base font-semibold">Projects</h3>
            {data.projects.length === 0 && <p className="text-base text-text-2">None.</p>}
            <ul className="divide-y divide-border">
              {data.projects.map(({ _id, key, name, is_leader }) => (
                <li key={_id} className="flex min-h-9 items-center gap-2">
                  <Link
                    dir="auto"
                    href={hrefTo(`projectdetails?project=${key}`)}
                    prefetch={false}
                    className="min-w-0 flex-1 truncate text-base text-accent-text hover:underline"
                  >
                    {name}
                  </Link>
                  {is_leader && <Badge>Leads</Badge>}
                </li>
              ))}
            </ul>
          </section>
          {data.can.reset_second_factor && (
            <section>
              <h3 className="mb-1 text-base font-semibold">Second factor</h3>
              <p className="mb-2 text-base text-text-2">Signs in with an authenticator.</p>
              <DialogButton<ResetFactorProps> load={resetDialog} given={{ member, onDone: () => void refetch() }}>
                Reset second factor
              </DialogButton>
            </section>
          )}
          {data.sessions && (
            <section>
              <h3 className="mb-1 text-base font-semibold">Sessions</h3>
              {data.sessions.length === 0 && <p className="text-base text-text-2">Not signed in.</p>}
              <ul className="divide-y divide-border">
                {data.sessions.map((session) => (
                  <li key={session._id} className="flex items-center gap-2 py-1.5">
                    <span className="min-w-0 flex-1">
                      <span className="block truncate text-base">{deviceInWords(session.user_agent)}</span>
                      <span className="block text-xs text-text-2">
                        {session.ip && `${session.ip} · `}last seen <Ago at={session.last_seen_at} />
                      </span>
                    </span>
                    <Button size="compact" pending={pending} onClick={() => end(session._id)}>
                      End session
                    </Button>
                  </li>
                ))}
              </ul>
              {data.sessions.length > 1 && (
                <Button pending={pending} onClick={() => end()}>
                  Sign out everywhere
                </Button>
              )}
            </section>
          )}
        </div>
      )}
    </Drawer>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt dir="auto">{name}</dt>
    <dd dir="auto" className="break-words">
      {value}
    </dd>
  </>
);
