'use client';

import { MessageSquare, Pin, SmilePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { AttachmentTiles } from '@/components/attachment/attachment-list';
import { Reactions } from '@/components/comment/reactions';
import { useOnDemand } from '@/components/overlay/on-demand';
import { RenderedText } from '@/components/page/rendered-text';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { Avatar } from '@/components/ui/avatar';
import { Button } from '@/components/ui/button';
import { squareButtonStyle } from '@/components/ui/button-style';
import { DotsButton } from '@/components/ui/dots-button';
import { PlainMoment } from '@/components/ui/formats';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { useOrganisationLinks } from '@/components/viewer/shell-context';
import { bidi } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { withTaskPageAt } from '@/lib/markdown/task-links';
import type { MessageRecord } from '@/lib/message/schema';
import { onMessageKey } from './keys/on-message-key';
import { LinkPreviews } from './message/link-previews';
import { MessageEditor } from './message/message-editor';
import { TaskPreviews } from './message/task-previews';
import { type MessageTools, useMessageActions } from './use-message-actions';

const loadMenu = () => import('./message/message-menu').then((module) => module.MessageMenu);
const loadReactions = () => import('@/components/comment/comment-menu').then((module) => module.ReactionMenu);

type MessageProps = MessageTools & {
  message: MessageRecord;
  /** Without name and picture. */
  brief: boolean;
};

export function Message({ message, brief, ...tools }: MessageProps) {
  const hrefTo = useOrganisationLinks();
  const menu = useOnDemand(loadMenu);
  const reactions = useOnDemand(loadReactions);
  const whole = useRef<HTMLElement>(null);
  const { mode, setMode, pending, save, remove, react, actions } = useMessageActions(message, {
    ...tools,
    onDone: () => whole.current?.focus(),
  });
  const { room, onThread, onQuoted } = tools;
  const {
    _id: id,
    author,
    body,
    body_html,
    quoted,
    thread_count: replies,
    thread_unread,
    tasks,
    pinned,
    deleted_at,
  } = message;
  const name = author?.name ?? HIDDEN_PEOPLE;
  // A menu that a letter opened gives the focus back to the message.
  const [byKey, setByKey] = useState(false);
  const partOf = ({ open, setOpen }: Pick<typeof menu, 'open' | 'setOpen'>) => ({
    open,
    onOpenChange: (next: boolean) => {
      if (next) setByKey(false);
      setOpen(next);
    },
    finalFocus: byKey ? () => whole.current : undefined,
  });
  const opens = (press: () => void) => () => {
    setByKey(true);
    press();
  };
  const offered = {
    ...(room.rights.send && { react: reactions.press }),
    ...(onThread && { thread: () => onThread(message) }),
  };
  const ways = {
    ...(room.rights.send && { react: opens(reactions.press) }),
    ...(onThread && { thread: () => onThread(message) }),
    ...{ quote: actions.quote, edit: actions.edit, pin: actions.pin ?? actions.unpin },
    ...{ unread: actions.unread, menu: opens(menu.press) },
  };
  const dots = <DotsButton aria-label="Message actions" {...menu.opener} />;
  const smile = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label="React"
      {...reactions.opener}
      // Under a finger the menu has it; it stays where it is for what opens beside it.
      className={cn(
        squareButtonStyle('quiet', 'compact'),
        'pointer-coarse:pointer-events-none pointer-coarse:absolute pointer-coarse:opacity-0 pointer-coarse:focus-visible:opacity-100',
      )}
    >
      <SmilePlus />
    </button>
  );
  return (
    <article
      ref={whole}
      data-message={id}
      id={`message-${id}`}
      tabIndex={-1}
      aria-label={bidi`Message by ${name}`}
      onKeyDown={(event) => !deleted_at && mode === 'read' && onMessageKey(event, ways)}
      className={cn(
        'group relative flex gap-3 px-4 py-0.5 focus:bg-selected focus:outline-none',
        !brief && 'mt-2',
        message.calls_me && 'bg-accent-soft',
      )}
    >
      <span className="w-8 shrink-0">
        {!brief && <Avatar person={{ id: author?._id ?? '', name, picture: author?.pic }} size={32} beside />}
      </span>
      <div className="min-w-0 flex-1">
        {!brief && (
          <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
            <span dir="auto" className="font-semibold">
              {name}
            </span>
            <span className="text-xs text-text-3">
              <PlainMoment at={message.created_at} style="time" />
            </span>
          </p>
        )}
        {quoted && (
          <blockquote className="my-1 border-l-2 border-border-strong text-sm text-text-2">
            <button
              type="button"
              onClick={() => onQuoted(quoted._id)}
              className="block w-full rounded-xs pl-2 text-left hover:bg-hover pointer-coarse:min-h-11"
            >
              <span className="sr-only">Go to the message of </span>
              <span dir="auto" className="font-medium">
                {quoted.author?.name ?? HIDDEN_PEOPLE}
              </span>
              <span dir="auto" className="line-clamp-2 break-words">
                {quoted.body || 'This message was deleted.'}
              </span>
            </button>
          </blockquote>
        )}
        {deleted_at ? (
          <p className="text-sm text-text-3">This message was deleted.</p>
        ) : mode === 'edit' ? (
          <MessageEditor
            id={id}
            body={body}
            room={room}
            pending={pending}
            onSave={save}
            onClose={() => setMode('read')}
          />
        ) : (
          body_html && <RenderedText html={withTaskPageAt(body_html, hrefTo('taskpage'))} />
        )}
        {message.attachments.length > 0 && (
          <AttachmentTiles label="Attachments of this message" files={message.attachments} />
        )}
        <TaskPreviews tasks={message.previews} />
        <LinkPreviews links={message.links} />
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-text-3 empty:hidden">
          {message.edited_at && !deleted_at && <span>edited</span>}
          {pinned && (
            <span className="inline-flex items-center gap-1 [&_.lucide]:size-3">
              <Pin /> Pinned
            </span>
          )}
          {tasks.map((key) => (
            <Link
              key={key}
              href={hrefTo(`taskpage?task=${key}`)}
              prefetch={false}
              className="font-medium text-accent-text hover:underline"
            >
              Task {key}
            </Link>
          ))}
          {message.comments.map(({ _id, key }) => (
            <Link
              key={_id}
              href={hrefTo(`taskpage?task=${key}&comment=${_id}`)}
              prefetch={false}
              className="font-medium text-accent-text hover:underline"
            >
              Comment on {key}
            </Link>
          ))}
        </p>
        <Reactions reactions={message.reactions} onReact={room.rights.send ? react : undefined} />
        {replies > 0 && onThread && (
          <button
            type="button"
            onClick={() => onThread(message)}
            className="min-h-6 rounded-xs text-sm font-medium text-accent-text hover:underline pointer-coarse:min-h-11"
          >
            {replies === 1 ? '1 reply' : `${replies} replies`}{' '}
            {thread_unread > 0 && (
              <span className="rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent">
                {thread_unread} new
              </span>
            )}
          </button>
        )}
        {mode === 'delete' && (
          <div role="alertdialog" aria-label="Delete this message?" className="flex flex-wrap items-center gap-2 py-1">
            <p className="text-base">Delete this message? Its place stays.</p>
            <Button size="compact" autoFocus onClick={() => setMode('read')}>
              Keep
            </Button>
            <Button variant="danger" size="compact" pending={pending} pendingText="Deleting" onClick={remove}>
              Delete
            </Button>
          </div>
        )}
      </div>
      {!deleted_at && mode === 'read' && (
        <span className="absolute -top-3 right-3 flex rounded-md border border-border bg-surface opacity-0 shadow-e1 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:static pointer-coarse:self-start pointer-coarse:border-0 pointer-coarse:opacity-100 pointer-coarse:shadow-none print:hidden">
          {room.rights.send &&
            (reactions.Part ? <reactions.Part trigger={smile} {...partOf(reactions)} onReact={react} /> : smile)}
          {onThread && (
            <span className="contents pointer-coarse:hidden">
              <IconButton
                label="Reply in a thread"
                icon={<MessageSquare />}
                size="compact"
                onClick={() => onThread(message)}
              />
            </span>
          )}
          {menu.Part ? <menu.Part trigger={dots} {...partOf(menu)} actions={{ ...offered, ...actions }} /> : dots}
        </span>
      )}
    </article>
  );
}
