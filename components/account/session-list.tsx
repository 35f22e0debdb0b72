'use client';

import { call } from '@/components/query/api-client';
import { useCall } from '@/components/query/use-call';
import { Ago } from '@/components/ui/ago';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { FormError } from '@/components/ui/form/form-error';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { OwnSession } from '@/lib/account/schema.security';
import { SESSIONS_SHOWN } from '@/lib/account/vocabulary';
import { isolated } from '@/lib/bidi';

/** Sessions of the account in all its organisations: the present one and those that were used last. */
export function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  const { run, pending, error } = useCall();
  const shown = sessions.slice(0, SESSIONS_SHOWN);
  const others = sessions.filter(({ current }) => !current).length;
  return (
    <div className="flex flex-col gap-3">
      <FormError message={error?.message} attempt={error} />
      <ul className="divide-y divide-border">
        {shown.map(({ _id, current, device, kind, ip, organisation_name, created_at, last_seen_at }) => (
          <li key={_id} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-56">
              <p className="flex flex-wrap items-center gap-2 text-base font-medium">
                {device}
                {current && <Badge tone="ok">This device</Badge>}
                {kind === 'bearer' && <Badge>API client</Badge>}
              </p>
              <p className="text-sm break-words text-text-2">
                {isolated(organisation_name)}
                {ip && ` · ${ip}`} · signed in <Ago at={created_at} />
                {!current && (
                  <>
                    {' '}
                    · last seen <Ago at={last_seen_at} />
                  </>
                )}
              </p>
            </div>
            {!current && (
              <Button
                size="compact"
                aria-disabled={pending || undefined}
                onClick={() =>
                  void run(
                    () => call('DELETE session/{id}', { id: _id }),
                    () => `${device} is signed out`,
                  )
                }
              >
                Sign out
                <VisuallyHidden>
                  {' '}
                  {device} at {organisation_name}
                </VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > SESSIONS_SHOWN && (
        <p className="text-sm text-text-2">The {SESSIONS_SHOWN} that were used last are listed; there are more.</p>
      )}
      {others > 0 ? (
        <div>
          <Button
            size="compact"
            pending={pending}
            onClick={() =>
              void run(
                () => call('POST endOtherSessions'),
                ({ ended }) => (ended === 1 ? '1 session is signed out' : `${ended} sessions are signed out`),
              )
            }
          >
            Sign out everywhere else
          </Button>
        </div>
      ) : (
        <p className="text-sm text-text-2">You are not signed in anywhere else.</p>
      )}
    </div>
  );
}
