'use client';

import { SmilePlus, Zap } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AttachmentTiles } from '@/components/attachment/attachment-list';
import { Later } from '@/components/overlay/later';
import { useOnDemand } from '@/components/overlay/on-demand';
import { copyLink } from '@/components/page/copy-link';
import { RenderedText } from '@/components/page/rendered-text';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { call, reasonOf } from '@/components/query/api-client';
import { Ago } from '@/components/ui/ago';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { squareButtonStyle } from '@/components/ui/button-style';
import { DotsButton } from '@/components/ui/dots-button';
import { Link } from '@/components/ui/link';
import { AvatarPopover } from '@/components/ui/overlay/avatar-popover';
import { showToast } from '@/components/ui/overlay/toast';
import { useActor, useOrganisationLinks, useShell } from '@/components/viewer/shell-context';
import { bidi, isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import type { CommentRecord } from '@/lib/comment/schema';
import type { FileRecord } from '@/lib/file/schema';
import { writtenThere } from '@/lib/imported/vocabulary';
import { pictureUrl } from '@/lib/markdown/pictures';
import { canCreateTask } from '@/lib/task/policy';
import type { CommentActions } from './comment-menu';
import { Reactions } from './reactions';
import { authorOf, quoteOf, withReaction } from './threads';

export type CommentChange = {
  onChanged: (comment: CommentRecord) => void;
  onDeleted: (id: string) => void;
  /** Of a comment’s attachment. */
  onRemove: (file: FileRecord) => void;
};

type CommentRights = { edit: boolean; remove: boolean; takePart: boolean };

type CommentProps = CommentChange & {
  comment: CommentRecord;
  taskKey: string;
  projectId: string;
  /** An internal note where clients read too. */
  marked: boolean;
  /** Clients see it, which is to be said of its files. */
  shared: boolean;
  rights: CommentRights;
  frozen: boolean;
  /** `quoted`: how the reply begins. */
  onReply: (quoted?: string) => void;
};

const loadBoxes = () => import('./comment-boxes').then((module) => module.CommentBoxes);
const loadEditor = () => import('./comment-editor').then((module) => module.CommentEditor);
const loadRemoval = () => import('./comment-removal');
const loadMenu = () => import('./comment-menu').then((module) => module.CommentMenu);
const loadReactions = () => import('./comment-menu').then((module) => module.ReactionMenu);
const loadVersions = () => import('./versions-dialog').then((module) => module.VersionsDialog);

export function Comment({
  comment,
  marked,
  shared,
  frozen,
  rights,
  taskKey,
  projectId,
  onReply,
  ...change
}: CommentProps) {
  const { onChanged, onRemove } = change;
  const hrefTo = useOrganisationLinks();
  const { member } = useShell();
  const actor = useActor();
  const [pending, setPending] = useState(false);
  const menu = useOnDemand(loadMenu);
  const reactions = useOnDemand(loadReactions);
  const versions = useOnDemand(loadVersions);
  const editor = useOnDemand(loadEditor);
  const { _id: id, imported, version, body, body_html, attachments, created_at, edited_at } = comment;

  async function send(run: () => Promise<void>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      showToast({ kind: 'failure', text: `The comment was not changed. ${reasonOf(error)}` });
      return false;
    }
  }
  /** What is open goes with its own answer alone: others may be on their way. */
  async function close(part: { setOpen: (open: boolean) => void }, run: () => Promise<void>): Promise<boolean> {
    setPending(true);
    const done = await send(run);
    setPending(false);
    if (done) part.setOpen(false);
    return done;
  }
  const save = (written: string) =>
    close(editor, async () => {
      if (written && written !== body) onChanged(await call('PATCH comment/{id}', { id, version, body: written }));
    });
  async function react(emoji: string) {
    const mine = comment.reactions.some((one) => one.emoji === emoji && one.mine);
    onChanged(withReaction(comment, emoji, member.name));
    const name = mine ? 'DELETE commentReaction' : 'POST commentReaction';
    if (!(await send(async () => onChanged(await call(name, { comment_id: id, emoji }))))) onChanged(comment);
  }

  if (comment.deleted_at)
    return (
      <Frame comment={comment} marked={marked}>
        <p className="flex min-h-8 items-center text-sm text-text-3">This comment was deleted.</p>
      </Frame>
    );

  // A picture that stands in the text is not shown twice.
  const apart = attachments.filter(({ _id }) => !body_html.includes(pictureUrl(_id)));
  const actions: CommentActions = {
    link: () => void copyLink(hrefTo(`taskpage?task=${taskKey}&comment=${id}`), 'this comment'),
    ...(rights.takePart && body && { quote: () => onReply(quoteOf(body)) }),
    ...(edited_at && { versions: versions.press }),
    ...(rights.edit && { edit: editor.press }),
    ...(rights.remove && { remove: () => void send(async () => (await loadRemoval()).remove(id, change)) }),
  };
  const may = {
    settle: rights.takePart && comment.parent_id === null,
    makeTask: canCreateTask(actor, projectId) && !frozen,
  };
  const dots = <DotsButton aria-label="Comment actions" {...menu.opener} />;
  const smile = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label="React"
      {...reactions.opener}
      className={squareButtonStyle('quiet', 'compact')}
    >
      <SmilePlus />
    </button>
  );
  return (
    <Frame comment={comment} marked={marked}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 text-sm">
        <span dir="auto" className="font-semibold">
          {authorOf(comment)}
        </span>
        {marked && <Badge tone="internal">Internal note</Badge>}
        <span className="text-xs text-text-3">
          <Ago at={created_at} />
          {edited_at && ', edited'}
          {imported && `, ${writtenThere(imported)}`}
        </span>
        {!editor.open && (
          <span className="ml-auto flex items-center print:hidden">
            {rights.takePart && (
              <Button variant="quiet" size="compact" onClick={() => onReply()}>
                Reply
              </Button>
            )}
            {rights.takePart &&
              (reactions.Part ? (
                <reactions.Part
                  trigger={smile}
                  open={reactions.open}
                  onOpenChange={reactions.setOpen}
                  onReact={(emoji) => void react(emoji)}
                />
              ) : (
                smile
              ))}
            {menu.Part ? (
              <menu.Part
                trigger={dots}
                open={menu.open}
                onOpenChange={menu.setOpen}
                comment={comment}
                actions={actions}
                may={may}
                send={send}
                onChanged={onChanged}
              />
            ) : (
              dots
            )}
          </span>
        )}
      </div>
      {editor.open && editor.Part ? (
        <editor.Part
          id={id}
          projectId={projectId}
          body={body}
          pending={pending}
          onSave={save}
          onClose={() => editor.setOpen(false)}
        />
      ) : (
        <>
          {body_html && <RenderedText html={body_html} />}
          {rights.edit && body_html.includes('"task"') && (
            <Later load={loadBoxes} comment={comment} onChanged={onChanged} />
          )}
        </>
      )}
      {comment.tasks.map(({ _id, key, title }) => (
        <Link
          key={_id}
          href={hrefTo(`taskpage?task=${key}`)}
          prefetch={false}
          className="block truncate rounded-xs py-1 text-sm text-accent-text hover:underline"
        >
          Task {key} {isolated(title)}
        </Link>
      ))}
      {comment.message && !member.viewing && (
        <Link
          href={hrefTo(`chat?room=${comment.message.room_id}&message=${comment.message._id}`)}
          prefetch={false}
          className="block truncate rounded-xs py-1 text-sm text-accent-text hover:underline"
        >
          From the chat
        </Link>
      )}
      {apart.length > 0 && (
        <AttachmentTiles
          label="Attachments of this comment"
          files={apart}
          marksShared={shared ? 'all' : undefined}
          onRemove={frozen ? undefined : onRemove}
        />
      )}
      <Reactions reactions={comment.reactions} onReact={rights.takePart ? (emoji) => void react(emoji) : undefined} />
      {versions.Part && versions.open && (
        <versions.Part id={id} version={version} onClose={() => versions.setOpen(false)} />
      )}
    </Frame>
  );
}

function Frame({ comment, marked, children }: { comment: CommentRecord; marked: boolean; children: ReactNode }) {
  const { _id: id, author, rule } = comment;
  return (
    <article
      id={`comment-${id}`}
      tabIndex={-1}
      aria-label={bidi`Comment by ${authorOf(comment)}`}
      className={cn(
        'flex gap-3 rounded-lg focus:bg-selected focus:outline-none',
        marked && '-mx-3 bg-internal-soft px-3 py-2',
      )}
    >
      {rule !== undefined ? (
        <Avatar person={{ id: '', name: rule }} icon={<Zap />} size={32} beside />
      ) : author ? (
        <AvatarPopover person={{ id: author._id, name: author.name, picture: author.pic }} size={32} />
      ) : (
        <Avatar person={{ id: '', name: HIDDEN_PEOPLE }} size={32} beside />
      )}
      <div className="min-w-0 flex-1">{children}</div>
    </article>
  );
}
