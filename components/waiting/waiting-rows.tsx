'use client';

import { DialogButton } from '@/components/overlay/on-demand-dialog';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { Link } from '@/components/ui/link';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useShell } from '@/components/viewer/shell-context';
import { isolated } from '@/lib/bidi';
import type { WaitingItem } from '@/lib/waiting/schema';
import { WAITING_KIND_LABEL } from '@/lib/waiting/vocabulary';

const dialog = () => import('@/components/sign-off/sign-off-dialog').then((module) => module.SignOffDialog);

/** What needs the person: who wants what, since when, and what answers it. */
export function WaitingRows({ items, onChanged }: { items: readonly WaitingItem[]; onChanged: () => void }) {
  const { viewing } = useShell().member;
  return (
    <ul aria-label="Waiting for you">
      {items.map((item) => {
        const { kind, _id: id, title, says, by, task_key: key, since, url } = item;
        const who = isolated(by?.name ?? HIDDEN_PEOPLE);
        // People stand for themselves: their name is in the sentence already.
        const named = kind === 'approval' || kind === 'role_request';
        return (
          <li
            key={`${kind}-${id}`}
            data-row={id}
            tabIndex={-1}
            className="flex items-start gap-3 px-4 py-2.5 hover:bg-hover sm:px-5 [&:not(:first-child)]:border-t [&:not(:first-child)]:border-border"
          >
            <span className="mt-0.5">
              <Avatar size={24} beside person={{ id: by?._id ?? '', name: who, picture: by?.pic }} />
            </span>
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
              <div className="min-w-0 flex-1 basis-56">
                {viewing && kind === 'sign_off' ? (
                  // Its page is among the client's own notifications.
                  <span dir="auto" className="line-clamp-2 text-base font-medium break-words">
                    {title}
                  </span>
                ) : (
                  <Link
                    dir="auto"
                    href={url}
                    prefetch={false}
                    data-title=""
                    className="line-clamp-2 rounded-xs text-base font-medium break-words hover:underline"
                  >
                    {title}
                  </Link>
                )}
                <p dir="auto" className="line-clamp-2 text-sm break-words text-text-2">
                  {named ? says : `${who} ${says}`}
                </p>
                <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-text-3">
                  <Badge>{WAITING_KIND_LABEL[kind]}</Badge>
                  {key && <span className="tabular-nums">{key}</span>}
                  <Ago at={since} />
                </p>
              </div>
              {kind === 'sign_off' ? (
                <DialogButton load={dialog} given={{ id, onChanged }} size="compact">
                  {viewing ? 'Open' : 'Review'}
                  <VisuallyHidden> {title}</VisuallyHidden>
                </DialogButton>
              ) : (
                <ButtonLink href={url} size="compact">
                  {viewing ? 'Open' : kind === 'question' ? 'Answer' : 'Decide'}
                  <VisuallyHidden> {title}</VisuallyHidden>
                </ButtonLink>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
