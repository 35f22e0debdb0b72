'use client';

import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { CopyButton } from '@/components/ui/copy-button';
import { FormError } from '@/components/ui/form/form-error';
import { FormDialog } from '@/components/ui/overlay/form-dialog';
import { showToast } from '@/components/ui/overlay/toast';

const QUESTION = {
  renew: {
    title: 'Make a new address',
    description: 'Calendars that follow the present address get nothing more: give them the new one.',
    action: 'Make a new address',
    pendingText: 'Making',
    done: 'The address is a new one',
  },
  revoke: {
    title: 'Revoke the address',
    description: 'From now on it leads nowhere, and calendars that follow it get nothing more.',
    action: 'Revoke',
    pendingText: 'Revoking',
    done: 'The address is revoked',
  },
} as const;

/** The private address of a calendar, of one's own or of a project: made, copied, made anew and revoked. */
export function CalendarAddress({ initial, projectId }: { initial: string | null; projectId?: string }) {
  const [url, setUrl] = useState(initial);
  const [asked, setAsked] = useState<keyof typeof QUESTION>();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ message: string }>();
  const place = projectId === undefined ? {} : { project_id: projectId };

  async function change(to: 'made' | 'revoked', done?: string) {
    setPending(true);
    setProblem(undefined);
    try {
      const feed = await (to === 'made' ? call('POST calendarFeed', place) : call('DELETE calendarFeed', place));
      setUrl(feed.url);
      setAsked(undefined);
      if (done) showToast({ kind: 'success', text: done });
    } catch (failure) {
      setProblem({ message: reasonOf(failure) });
    }
    setPending(false);
  }

  const question = asked && QUESTION[asked];
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-base text-text-2">
        {projectId === undefined
          ? 'Calendar programs follow a private address: your meetings and the days your tasks are due, in all your organisations.'
          : 'Calendar programs follow a private address: the meetings of this project that you see, and the days its tasks are due.'}{' '}
        Whoever has it reads them without signing in, so keep it to yourself.
      </p>
      {!question && <FormError message={problem?.message} attempt={problem} />}
      {url ? (
        <>
          <figure className="flex w-full flex-wrap items-center gap-x-2 rounded-md bg-sunken py-1 pr-1 pl-3">
            <pre className="min-w-0 flex-1 basis-60 py-1 font-mono text-xs break-all whitespace-pre-wrap">{url}</pre>
            <CopyButton what="the address" />
          </figure>
          <div className="flex flex-wrap gap-2">
            <a className={buttonStyle('secondary', 'compact')} href={url.replace(/^https?:/, 'webcal:')}>
              Follow in your calendar
            </a>
            <Button size="compact" onClick={() => setAsked('renew')}>
              Make a new address
            </Button>
            <Button size="compact" onClick={() => setAsked('revoke')}>
              Revoke
            </Button>
          </div>
        </>
      ) : (
        <Button icon={<CalendarPlus />} pending={pending} pendingText="Making" onClick={() => void change('made')}>
          Make an address
        </Button>
      )}
      {question && (
        <FormDialog
          size="sm"
          danger={asked === 'revoke'}
          title={question.title}
          description={question.description}
          action={question.action}
          pendingText={question.pendingText}
          pending={pending}
          message={problem?.message}
          attempt={problem}
          onSubmit={() => void change(asked === 'renew' ? 'made' : 'revoked', question.done)}
          onClose={() => {
            setAsked(undefined);
            setProblem(undefined);
          }}
        />
      )}
    </div>
  );
}
