'use client';

import { Archive, ArchiveRestore, Clock, Inbox, Mail, MailOpen, Reply } from 'lucide-react';
import { Menu, MenuItem, MenuLabel, type MenuProps, MenuSeparator } from '@/components/ui/overlay/menu';
import type { NotificationRecord } from '@/lib/notification/schema';
import type { InboxState } from '@/lib/notification/vocabulary';
import type { Act } from './notification-row';
import { snoozeTimes } from './snooze-times';

type Props = Pick<MenuProps, 'trigger' | 'open' | 'onOpenChange' | 'finalFocus'> & {
  row: NotificationRecord;
  act: Act;
};

/** All that can be done with a row, for fingers, which have no buttons that come with the pointer. */
export function RowMenu({ row, act, state, ...menu }: Props & { state: InboxState }) {
  return (
    <Menu {...menu} align="end">
      {row.rights.reply && (
        <MenuItem icon={<Reply />} onSelect={() => act.reply(row)}>
          Reply
        </MenuItem>
      )}
      <MenuItem icon={row.read_at ? <Mail /> : <MailOpen />} onSelect={() => act.read(row, !row.read_at)}>
        {row.read_at ? 'Mark unread' : 'Mark read'}
      </MenuItem>
      {state === 'snoozed' && (
        <MenuItem icon={<Inbox />} onSelect={() => act.snooze(row, null)}>
          Back to the inbox
        </MenuItem>
      )}
      <MenuItem icon={state === 'archived' ? <ArchiveRestore /> : <Archive />} onSelect={() => act.archive(row)}>
        {state === 'archived' ? 'Back to the inbox' : 'Archive'}
      </MenuItem>
      {state !== 'snoozed' && (
        <>
          <MenuSeparator />
          <MenuLabel>Snooze: comes back</MenuLabel>
          {menu.open && <Snoozes act={act} row={row} />}
        </>
      )}
    </Menu>
  );
}

export function SnoozeMenu({ row, act, ...menu }: Props) {
  return (
    <Menu {...menu} align="end">
      <MenuLabel>Comes back</MenuLabel>
      {menu.open && <Snoozes act={act} row={row} />}
    </Menu>
  );
}

/** Drawn while a menu is open: the times are reckoned from then. */
const Snoozes = ({ act, row }: { act: Act; row: NotificationRecord }) =>
  snoozeTimes(new Date()).map(({ label, at }) => (
    <MenuItem key={label} icon={<Clock />} onSelect={() => act.snooze(row, at, label.toLowerCase())}>
      {label}
    </MenuItem>
  ));
