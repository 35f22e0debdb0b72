'use client';

import { Archive, ArchiveRestore, Clock, Ellipsis, Inbox, Mail, MailOpen, Reply, Zap } from 'lucide-react';
import { useEffect } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { useFormats } from '@/components/ui/formats';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi, isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { NotificationRecord } from '@/lib/notification/schema';
import type { InboxState } from '@/lib/notification/vocabulary';
import { aboutIn, pageIn, ruleIn, whoIn } from '@/lib/notification/vocabulary.row';
import { ROOM_KIND_LABEL } from '@/lib/room/vocabulary';

export type Act = {
  read: (row: NotificationRecord, read: boolean) => void;
  archive: (row: NotificationRecord) => void;
  snooze: (row: NotificationRecord, until: Date | null, words?: string) => void;
  reply: (row: NotificationRecord) => void;
};

const loadAll = () => import('./notification-menus').then(({ RowMenu }) => RowMenu);
const loadSnooze = () => import('./notification-menus').then(({ SnoozeMenu }) => SnoozeMenu);

export function NotificationRow({
  row,
  state,
  act,
  snoozing,
  onSnoozing,
  afterMenu,
  onOpen,
}: {
  row: NotificationRecord;
  state: InboxState;
  act: Act;
  snoozing: boolean;
  onSnoozing: (open: boolean) => void;
  /** Where the focus goes when the menu closes. */
  afterMenu: () => HTMLElement | null;
  onOpen: () => void;
}) {
  const hrefTo = useOrganisationLinks();
  const gone = row.kind === 'project.deleted' && typeof row.data.name === 'string' ? row.data.name : undefined;
  const about = row.task?.title ?? aboutIn(row) ?? gone;
  const who = whoIn(row);
  const rule = ruleIn(row);
  const look =
    'flex w-full gap-3 px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2 max-sm:py-2 pointer-coarse:pr-14';
  const content = (
    <>
      <span className="mt-0.5">
        {rule !== null ? (
          <Avatar person={{ id: '', name: who }} icon={<Zap />} size={24} beside />
        ) : (
          <Avatar person={{ id: row.actor?._id ?? '', name: who, picture: row.actor?.pic }} size={24} beside />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-sm text-text-2 max-sm:line-clamp-1">{`${who} ${row.says}`}</span>
        {about && (
          <span
            dir="auto"
            className={cn(
              'line-clamp-2 text-base text-text',
              !row.read_at && 'font-semibold',
              // A phone shows three rows of an inbox where a taller row leaves one.
              row.quote && 'max-sm:line-clamp-1',
            )}
          >
            {about}
          </span>
        )}
        {row.quote && <span className="line-clamp-1 text-sm text-text-2">“{isolated(row.quote)}”</span>}
        <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-text-2 max-sm:h-4 max-sm:overflow-hidden">
          {row.room && <span>{ROOM_KIND_LABEL[row.room.kind]}</span>}
          {row.task && <span className="tabular-nums">{row.task.key}</span>}
          <Ago at={row.created_at} />
          {row.more > 0 && <span>+{row.more} more</span>}
          {row.reason && <span dir="auto">{row.reason}</span>}
          {row.snoozed_until && <Until at={row.snoozed_until} />}
        </span>
      </span>
      {!row.read_at && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
          <VisuallyHidden>Unread</VisuallyHidden>
        </span>
      )}
    </>
  );
  const page = pageIn(row);
  const name = about ?? row.says;
  const all = useOnDemand(loadAll);
  const allButton = { size: 'compact', label: bidi`Actions: ${name}`, icon: <Ellipsis /> } as const;
  const snooze = useOnDemand(loadSnooze);
  const snoozeButton = { size: 'compact', label: bidi`Snooze: ${name}`, icon: <Clock /> } as const;
  // A key opens it too.
  const { Part: there, press } = snooze;
  useEffect(() => {
    if (snoozing && !there) press();
  }, [snoozing, there, press]);
  return (
    <div className="group relative">
      {page ? (
        <Link href={hrefTo(page)} prefetch={false} data-notification={row._id} onClick={onOpen} className={look}>
          {content}
        </Link>
      ) : (
        // Deleted or no longer shared: there is no page to open, so it can only be marked read.
        <button type="button" data-notification={row._id} onClick={onOpen} className={look}>
          {content}
        </button>
      )}
      <div className="absolute top-1/2 right-1 hidden -translate-y-1/2 pointer-coarse:block">
        {all.Part ? (
          <all.Part
            {...{ row, act, state }}
            trigger={<IconButton {...allButton} />}
            open={all.open}
            onOpenChange={all.setOpen}
            finalFocus={afterMenu}
          />
        ) : (
          <IconButton {...allButton} {...all.opener} aria-haspopup="menu" />
        )}
      </div>
      <div className="absolute top-1 right-2 flex rounded-md border border-border bg-surface shadow-e1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:hidden">
        {row.rights.reply && (
          <IconButton size="compact" label={bidi`Reply: ${name}`} icon={<Reply />} onClick={() => act.reply(row)} />
        )}
        <IconButton
          size="compact"
          label={bidi`${row.read_at ? 'Mark unread' : 'Mark read'}: ${name}`}
          icon={row.read_at ? <Mail /> : <MailOpen />}
          onClick={() => act.read(row, !row.read_at)}
        />
        {state === 'snoozed' ? (
          <IconButton
            size="compact"
            label={bidi`Back to the inbox: ${name}`}
            icon={<Inbox />}
            onClick={() => act.snooze(row, null)}
          />
        ) : snooze.Part ? (
          <snooze.Part
            {...{ row, act }}
            trigger={<IconButton {...snoozeButton} />}
            open={snoozing && snooze.open}
            onOpenChange={onSnoozing}
            finalFocus={afterMenu}
          />
        ) : (
          <IconButton {...snoozeButton} {...snooze.opener} onClick={() => onSnoozing(true)} aria-haspopup="menu" />
        )}
        <IconButton
          size="compact"
          label={bidi`${state === 'archived' ? 'Back to the inbox' : 'Archive'}: ${name}`}
          icon={state === 'archived' ? <ArchiveRestore /> : <Archive />}
          onClick={() => act.archive(row)}
        />
      </div>
    </div>
  );
}

function Until({ at }: { at: string }) {
  const formats = useFormats();
  return <span>Back on {formats.moment(at, 'medium')}</span>;
}
