'use client';

import { ArrowLeft, Bell, BellOff, LogOut, MessageSquare, Pin, ScanEye, Search, Users } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOnDemand } from '@/components/overlay/on-demand';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { TypingLine } from '@/components/presence/typing-line';
import { call, reasonOf } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import { DotsButton } from '@/components/ui/dots-button';
import { IconButton } from '@/components/ui/icon-button';
import { showToast } from '@/components/ui/overlay/toast';
import { useShell } from '@/components/viewer/shell-context';
import { canSeeAccess } from '@/lib/access/policy';
import { bidi } from '@/lib/bidi';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';
import { ROOM_KIND_LABEL } from '@/lib/room/vocabulary';
import { roomMembersQuery } from './chat-query';
import { Composer } from './composer';
import { type Beside, ConversationBeside } from './conversation/beside';
import { type Asked, ConversationDialogs } from './conversation/dialogs';
import type { RoomActions } from './conversation/room-menu';
import { History } from './history';
import type { Opening } from './history-reader';
import { spokenOf } from './message/message-words';
import { useReading } from './reading/use-reading';
import type { RoomEntry } from './rooms/room-entries';
import { RoomTabs } from './rooms/room-tabs';
import { useHistory } from './use-history';
import type { AskedOf } from './use-message-actions';

const loadMenu = () => import('./conversation/room-menu').then((module) => module.RoomMenu);

type ConversationProps = {
  room: RoomRecord;
  /** With the other room of its project. */
  entry: RoomEntry;
  onChoose: (id: string) => void;
  /** A message to begin at. */
  begin: string | null;
  /** By somebody who chose it just now. */
  entered: boolean;
  /** Counts how often it was opened again while it was there: chosen once more, or with the drawer that keeps it. */
  opened: number;
  onRoom: (room: RoomRecord) => void;
  /** The viewer has lost it. */
  onGone: () => void;
  onLeft: () => void;
  onBack: () => void;
};

export function Conversation(props: ConversationProps) {
  const { room, entry, begin, entered, opened, onChoose, onRoom, onGone, onLeft, onBack } = props;
  const { _id: id, kind, name, muted, member_count, called_in, last_read_id, unread_count, rights } = room;
  const { member } = useShell();
  const [focus, setFocus] = useState(begin);
  const [quoting, setQuoting] = useState<MessageRecord | null>(null);
  const [beside, setBeside] = useState<Beside>(null);
  const [asked, setAsked] = useState<Asked>(null);
  const [editing, setEditing] = useState<string | null>(null);
  const [spoken, setSpoken] = useState({ id: '', text: '' });
  const menu = useOnDemand(loadMenu);
  const box = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const around = begin ?? (unread_count > 0 ? last_read_id : null);
  const history = useHistory(room, around ? { around } : {});
  const { window: shown, gone, reader } = history;
  const docs = shown?.docs;
  const reading = useReading({
    ...{ docs: docs ?? [], read: last_read_id, isRead: unread_count === 0, opened },
    first: unread_count > 0 ? last_read_id : undefined,
    save: (message_id) => call('POST readRoom', { room_id: id, message_id }).then(onRoom),
  });
  const { to: readTo } = reading.line;

  const lost = useEffectEvent(onGone);
  useEffect(() => {
    if (gone) lost();
  }, [gone]);

  const enter = useEffectEvent(() => {
    if (!entered) return;
    // On a phone the keyboard would cover the messages.
    const writes = field.current && !matchMedia('(pointer: coarse)').matches;
    (writes ? field.current : heading.current)?.focus();
  });
  useEffect(() => enter(), []);

  /** Once, and only what others say while the room is open. */
  const heard = useRef<string | null>(null);
  const atNewest = shown?.next === null;
  useEffect(() => {
    const last = docs?.at(-1);
    if (!last || !atNewest) return;
    const before = heard.current;
    heard.current = last._id;
    const from = docs?.findIndex(({ _id }) => _id === before) ?? -1;
    const others = from < 0 ? [] : (docs?.slice(from + 1).filter(({ author }) => author?._id !== member._id) ?? []);
    const [first] = others;
    if (!first) return;
    const who = first.author?.name ?? HIDDEN_PEOPLE;
    const text = others.length > 1 ? `${others.length} new messages` : `${who}: ${spokenOf(first)}`;
    setSpoken({ id: last._id, text });
  }, [docs, atNewest, member._id]);

  /** A reply is shown in its thread. */
  async function reach(message: Pick<MessageRecord, '_id' | 'thread_id'>) {
    const { thread_id } = message;
    if (!thread_id) return;
    const root = await call('GET message/{id}', { id: thread_id }).catch(() => null);
    if (root) setBeside({ kind: 'thread', root, at: message._id });
  }
  const toCall = (id: string) => call('GET message/{id}', { id }).then(reach, () => undefined);
  const linked = useEffectEvent(() => {
    if (!begin || docs?.some(({ _id }) => _id === begin)) return;
    void call('GET message/{id}', { id: begin }).then(
      (message) => {
        setFocus(message.thread_id ?? begin);
        return reach(message);
      },
      () => undefined,
    );
  });
  const there = shown !== null;
  useEffect(() => {
    if (there) linked();
  }, [there]);
  /** What is before it may not be shown: at the beginning of what is, and where a thread began that lies beside it. */
  async function unreadFrom({ _id: before }: MessageRecord) {
    const known = docs?.[docs.findIndex(({ _id }) => _id === before) - 1]?._id;
    try {
      const read = known ?? (await call('GET messageList', { room_id: id, before, limit: 1 })).docs.at(-1)?._id;
      await reading.unreadFrom(read ?? null);
    } catch (error) {
      showToast({ kind: 'failure', text: `The message was not marked unread. ${reasonOf(error)}` });
    }
  }
  async function change(work: () => Promise<RoomRecord>, after: (room: RoomRecord) => void) {
    try {
      after(await work());
    } catch (error) {
      showToast({ kind: 'failure', text: `The room was not changed. ${reasonOf(error)}` });
    }
  }
  function quote(message: MessageRecord) {
    setQuoting(message);
    field.current?.focus();
  }
  /** Puts away what lies over the messages. */
  const aside = () => (box.current?.clientWidth ?? 0) < 768 && setBeside(null);
  /** To a message, the beginning of a day, or the end. */
  async function jump(to: Opening, message?: MessageRecord) {
    aside();
    const there = await reader.open(to);
    const { at } = to;
    const day = at && there.find(({ created_at }) => created_at >= at)?._id;
    setFocus(message ? (message.thread_id ?? message._id) : day || null);
    if (message) await reach(message);
  }
  /** Where it is shown, else where it was said. */
  async function toQuoted(id: string) {
    const row = box.current?.querySelector<HTMLElement>(`[data-message="${id}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    if (row) return void aside();
    try {
      await jump({ around: id }, await call('GET message/{id}', { id }));
    } catch (error) {
      showToast({ kind: 'failure', text: `What is quoted cannot be shown. ${reasonOf(error)}` });
    }
  }
  /** To see what is being sent; whoever is at the end gets there although a gap is being filled. */
  const toEnd = () => {
    if (!atNewest && !history.atEnd.current) void jump({});
  };
  /** One's last message, as far as it is shown. */
  function editLast() {
    const own = docs?.findLast(({ author, rights }) => author?._id === member._id && rights.edit);
    if (own) setEditing(own._id);
  }
  const tools = {
    ...{ room, editing, onQuote: quote, onQuoted: toQuoted, onUnread: unreadFrom },
    put: (one: MessageRecord) => reader.put(one),
    onAsk: (kind: AskedOf, message: MessageRecord) => setAsked({ kind, message }),
    onEdited: () => {
      setEditing(null);
      field.current?.focus();
    },
  };
  const size = member_count === 1 ? '1 person' : `${member_count} people`;
  const people = kind === 'group' && rights.rename ? 'People and name of this group' : 'People in this room';
  const mute = () => void change(() => call('PATCH room/{id}', { id, muted: !muted }), onRoom);
  const ways: RoomActions = {
    people: () => setAsked({ kind: 'people' }),
    ...(canSeeAccess(member) && { access: () => setAsked({ kind: 'access' }) }),
    pins: () => setBeside(beside?.kind === 'pins' ? null : { kind: 'pins' }),
    ...(muted ? { unmute: mute } : { mute }),
    ...(kind === 'group' && rights.rename && { leave: () => setAsked({ kind: 'leave' }) }),
  };
  const dots = <DotsButton size="default" aria-label="Room actions" {...menu.opener} />;
  const again = ({ _id: id }: MessageRecord) => call('GET message/{id}', { id }).then(tools.put, () => undefined);
  return (
    <div ref={box} className="flex min-h-0 min-w-0 flex-1">
      <section aria-label={name} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <header className="flex min-h-14 flex-wrap items-center gap-2 border-b border-border px-4 py-1 @max-3xl:px-2">
          <span className="@3xl:hidden">
            <IconButton label="Rooms" icon={<ArrowLeft />} onClick={onBack} />
          </span>
          <div className="min-w-0 flex-1">
            <h2
              dir="auto"
              ref={heading}
              tabIndex={-1}
              className="text-lg font-semibold break-words @max-3xl:line-clamp-2 @3xl:truncate"
            >
              {name}
            </h2>
            {entry.length === 1 && <p className="text-xs text-text-3">{bidi`${ROOM_KIND_LABEL[kind]} · ${size}`}</p>}
          </div>
          <span className="flex items-center @max-3xl:hidden">
            <IconButton label={people} icon={<Users />} onClick={ways.people} />
            {ways.access && <IconButton label="Who sees this?" icon={<ScanEye />} onClick={ways.access} />}
          </span>
          <IconButton
            label="Search in this room"
            icon={<Search />}
            aria-pressed={beside?.kind === 'search'}
            onClick={() => setBeside(beside?.kind === 'search' ? null : { kind: 'search' })}
          />
          <span className="flex items-center gap-2 @max-3xl:hidden">
            <IconButton
              label="Pinned messages"
              icon={<Pin />}
              aria-pressed={beside?.kind === 'pins'}
              onClick={ways.pins}
            />
            <IconButton
              label={muted ? 'Unmute' : 'Mute'}
              icon={muted ? <BellOff /> : <Bell />}
              onClick={ways.mute ?? ways.unmute}
            />
            {ways.leave && <IconButton label="Leave this group" icon={<LogOut />} onClick={ways.leave} />}
          </span>
          <span className="flex items-center @3xl:hidden">
            {menu.Part ? (
              <menu.Part trigger={dots} open={menu.open} onOpenChange={menu.setOpen} people={people} actions={ways} />
            ) : (
              dots
            )}
          </span>
          {entry.length > 1 && (
            <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1 pb-1">
              <RoomTabs entry={entry} current={id} onChoose={onChoose} />
              <p className="text-xs text-text-3">{size}</p>
            </div>
          )}
        </header>
        <History
          {...tools}
          history={history}
          reading={reading}
          focus={focus}
          field={field}
          onNewest={() => void jump({})}
          onFirstUnread={
            readTo === undefined
              ? undefined
              : () => void jump(readTo ? { around: readTo } : { at: '1970-01-01T00:00:00.000Z' })
          }
          onThread={(root) => setBeside({ kind: 'thread', root })}
        />
        <p role="status" className="sr-only">
          <span dir="auto" key={spoken.id}>
            {spoken.text}
          </span>
        </p>
        {called_in && beside?.kind !== 'thread' && (
          <p className="border-t border-border px-4 py-1 text-center">
            <Button size="compact" icon={<MessageSquare />} onClick={() => void toCall(called_in)}>
              You are called in a thread
            </Button>
          </p>
        )}
        <TypingLine roomId={id} people={roomMembersQuery(id)} />
        {rights.send ? (
          <Composer
            room={room}
            field={field}
            quoting={quoting}
            onQuote={setQuoting}
            onSend={toEnd}
            onSent={() => reader.follow()}
            onEditLast={editLast}
          />
        ) : (
          <p className="border-t border-border p-4 text-sm text-text-3">You read this room and do not write in it.</p>
        )}
      </section>
      <ConversationBeside
        {...{ beside, tools, opened, onRoom }}
        onJump={(to, message) => void jump(to, message)}
        onClose={() => setBeside(null)}
      />
      <ConversationDialogs
        {...{ asked, room, onRoom, onLeft }}
        onMade={(message) => void again(message)}
        onClose={() => setAsked(null)}
      />
    </div>
  );
}
