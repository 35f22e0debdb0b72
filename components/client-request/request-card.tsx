'use client';

import { useEffect, useRef } from 'react';
import { AttachmentTiles } from '@/components/attachment/attachment-list';
import { showUndoable } from '@/components/keys/show-undoable';
import { rememberSent } from '@/components/keys/use-undo';
import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { RenderedText } from '@/components/page/rendered-text';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { call, reasonOf } from '@/components/query/api-client';
import { Ago } from '@/components/ui/ago';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { showToast } from '@/components/ui/overlay/toast';
import { useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { cn } from '@/lib/class-names';
import type { RequestRecord } from '@/lib/client-request/schema';
import { pictureUrl } from '@/lib/markdown/pictures';
import { RequestStateBadge } from './request-state';

const loadEdit = () => import('./request-dialog').then(({ RequestDialog }) => RequestDialog);
const loadAccept = () => import('./triage-dialog').then(({ AcceptDialog }) => AcceptDialog);
const loadDecline = () => import('./triage-dialog').then(({ DeclineDialog }) => DeclineDialog);

/** `opened`: the page was opened for this one. `inProject`: the page says already which project it is. */
export function RequestCard({
  request,
  opened = false,
  inProject,
  onChanged,
}: {
  request: RequestRecord;
  opened?: boolean;
  inProject: boolean;
  onChanged: () => void;
}) {
  const hrefTo = useOrganisationLinks();
  const { member } = useShell();
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (opened) card.current?.scrollIntoView({ block: 'center' });
  }, [opened]);
  const { _id: id, title, body_html, author, task, reason, rights, attachments, decided_by, decided_at } = request;
  const failed = (error: unknown) => {
    showToast({ kind: 'failure', text: reasonOf(error) });
    onChanged();
  };
  const reopen = () => call('POST reopenRequest/{id}', { id }).then(onChanged, failed);
  async function withdraw() {
    const sent = call('DELETE request/{id}', { id });
    const step = rememberSent(sent, reopen);
    try {
      await sent;
      onChanged();
      showUndoable('Your request was withdrawn.', step);
    } catch (error) {
      failed(error);
    }
  }
  const apart = attachments.filter(({ _id }) => !body_html.includes(pictureUrl(_id)));
  const own = author?._id === member._id;
  const acts = rights.edit || rights.triage || rights.reopen;
  return (
    <li
      ref={card}
      aria-current={opened || undefined}
      className={cn(
        'flex flex-col gap-2 rounded-lg border bg-surface px-4 py-3 sm:px-5 sm:py-4',
        opened ? 'border-accent' : 'border-border',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 dir="auto" className="min-w-0 flex-1 basis-48 text-lg font-semibold break-words">
          {title}
        </h3>
        <RequestStateBadge request={request} />
      </div>
      <p className="flex flex-wrap gap-x-2 text-sm text-text-3">
        {!inProject && <span dir="auto">{request.project.name}</span>}
        {!own && <span dir="auto">{author?.name ?? HIDDEN_PEOPLE}</span>}
        <Ago at={request.created_at} />
      </p>
      {body_html && <RenderedText html={body_html} />}
      {apart.length > 0 && <AttachmentTiles label="Attachments" files={apart} />}
      {reason && (
        <blockquote className="border-s-2 border-border-strong ps-3 text-read">
          <p dir="auto" className="whitespace-pre-line">
            {reason}
          </p>
          <footer className="text-sm text-text-3">
            <span dir="auto">{decided_by?.name ?? 'The team'}</span>
            {decided_at && (
              <>
                {' · '}
                <Ago at={decided_at} />
              </>
            )}
          </footer>
        </blockquote>
      )}
      {task && (
        <p className="text-base">
          <Link
            href={hrefTo(`taskpage?task=${task.key}`)}
            className="rounded-xs font-medium text-accent-text underline underline-offset-2"
          >
            <span className="tabular-nums">{task.key}</span> <span dir="auto">{task.title}</span>
          </Link>
        </p>
      )}
      {acts && (
        <div className="flex flex-wrap gap-2 pt-1 print:hidden">
          {rights.triage && (
            <DialogButton load={loadAccept} given={{ request }} variant="secondary">
              Accept<span className="sr-only"> {title}</span>
            </DialogButton>
          )}
          {rights.triage && request.state === 'received' && (
            <DialogButton load={loadDecline} given={{ request }} variant="quiet">
              Decline<span className="sr-only"> {title}</span>
            </DialogButton>
          )}
          {rights.edit && (
            <>
              <DialogButton load={loadEdit} given={{ request, projects: [request.project] }} variant="secondary">
                Edit<span className="sr-only"> {title}</span>
              </DialogButton>
              <Button variant="quiet" onClick={() => void withdraw()}>
                Withdraw<span className="sr-only"> {title}</span>
              </Button>
            </>
          )}
          {rights.reopen && (
            <Button variant="quiet" onClick={() => void reopen()}>
              Reopen<span className="sr-only"> {title}</span>
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
