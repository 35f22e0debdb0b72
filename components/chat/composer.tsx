'use client';

import { useMutation } from '@tanstack/react-query';
import { Eye, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { AttachmentTiles } from '@/components/attachment/attachment-list';
import { ChooseFiles } from '@/components/attachment/choose-files';
import { SendingList } from '@/components/attachment/sending-list';
import { pastedFiles, useFileDrop } from '@/components/attachment/use-file-drop';
import { useDraft } from '@/components/draft/use-draft';
import { triggerAt } from '@/components/editor/suggestion';
import { SuggestionList } from '@/components/editor/suggestion-list';
import { useSuggestions } from '@/components/editor/use-suggestions';
import { HIDDEN_PEOPLE } from '@/components/person/assignee-stack';
import { useSaysTyping } from '@/components/presence/use-typing';
import { newIdempotencyKey, reasonOf } from '@/components/query/api-client';
import { QUEUED } from '@/components/query/change-queue';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { useShell } from '@/components/viewer/shell-context';
import { bidi, isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';
import { plainLine } from '@/lib/markdown/plain-line';
import type { MessageRecord } from '@/lib/message/schema';
import type { RoomRecord } from '@/lib/room/schema';
import { roomMembersQuery } from './chat-query';
import { useEmoji } from './emoji/use-emoji';
import { CALL, CallQuestion, callsRoom, manyCalled } from './message/call-question';
import { namesOf } from './message/message-words';
import { useMessageFiles } from './message/use-message-files';
import { draftOf, keepRefused, type NewMessage, sendMessage } from './send-message';

type ComposerProps = {
  room: RoomRecord;
  thread?: string;
  field: RefObject<HTMLTextAreaElement | null>;
  quoting: MessageRecord | null;
  onQuote: (message: MessageRecord | null) => void;
  /** What is being sent is shown. */
  onSend: () => void;
  /** Ends when the server's answer is shown. */
  onSent: () => Promise<void>;
  /** Of an empty field. */
  onEditLast?: () => void;
};

/** Enter sends, Shift Enter begins a line; on touch screens Enter begins a line. What was written is kept. */
export function Composer({ room, thread, field, quoting, onQuote, onSend, onSent, onEditLast }: ComposerProps) {
  const { _id: roomId } = room;
  const { member } = useShell();
  const draft = draftOf(member._id, roomId, thread);
  const files = useMessageFiles(room, draft);
  const { over, target } = useFileDrop(files.attaching.add);
  const [text, setText] = useState('');
  const written = useRef('');
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState<number | null>(null);
  const hint = useId();
  const readers = useId();
  const forClients = room.kind === 'project_clients' && member.role !== 'client';
  const label = thread ? 'Reply in the thread' : addressOf(room, member.role === 'client');
  const keep = useDraft(draft, (kept) => {
    written.current = kept;
    setText(kept);
    setProblem(null);
  });

  function write(next: string) {
    written.current = next;
    setText(next);
    setAsking(null);
    setProblem(null);
    keep(next);
  }
  function put(from: number, length: number, insert: string) {
    const { current: now } = written;
    // Drawn at once: what is typed next stands behind it.
    flushSync(() => write(now.slice(0, from) + insert + now.slice(from + length)));
    const caret = from + insert.length;
    field.current?.setSelectionRange(caret, caret);
  }
  const named = useSuggestions(
    (q) => roomMembersQuery(roomId, q),
    ({ from, query }, insert) => put(from, 1 + query.length, insert),
  );
  const sayTyping = useSaysTyping({ room_id: roomId, ...(thread && { thread_id: thread }) });
  const emoji = useEmoji(({ from }, sign, length) => put(from, length, sign));
  const suggestions = emoji.options.length > 0 ? emoji : named;
  const sending = useMutation({
    ...QUEUED,
    mutationKey: ['sendMessage', roomId],
    // One after the other, in the order they were written.
    scope: { id: `room-${roomId}` },
    mutationFn: async (message: NewMessage) => {
      await sendMessage(message);
      await onSent();
    },
  });

  /** Shows the message at once; if it is refused, its text returns to the field. */
  async function send(sure = false) {
    const body = text.trim();
    if (files.busy || !(body || files.files.length)) return;
    if (!sure && CALL.test(body)) {
      const people = (await callsRoom(body)) ? await manyCalled(room) : null;
      // It was sent, or written on, meanwhile.
      if (written.current.trim() !== body) return;
      if (people !== null) return setAsking(people);
    }
    const quoted = quoting;
    const reply_to = quoted?._id;
    const taken = files.take();
    write('');
    onQuote(null);
    field.current?.focus();
    onSend();
    const message: NewMessage = {
      ...{ room_id: roomId, body, client_id: newClientId() },
      ...(reply_to && { reply_to }),
      ...(thread && { thread_id: thread }),
      ...(taken.ids.length > 0 && { attachment_ids: taken.ids }),
    };
    try {
      await sending.mutateAsync(message);
    } catch (error) {
      const reason = reasonOf(error);
      if (!field.current) return keepRefused(member._id, message, reason);
      if (quoted) onQuote(quoted);
      const since = written.current;
      write(since && body ? `${body}\n\n${since}` : body || since);
      taken.back();
      setProblem(bidi`Not sent. ${reason}`);
    }
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (suggestions.onKey(event) || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && quoting) {
      event.stopPropagation();
      onQuote(null);
    }
    if (event.key === 'ArrowUp' && !text && onEditLast) {
      event.preventDefault();
      onEditLast();
    }
    const begins = event.shiftKey || (matchMedia('(pointer: coarse)').matches && !event.ctrlKey);
    if (event.key !== 'Enter' || begins) return;
    event.preventDefault();
    void send();
  }
  return (
    <form
      {...target}
      data-foot=""
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className={cn(
        'border-t p-3 print:hidden',
        forClients ? 'border-client bg-client-soft' : 'border-border bg-surface',
        over && 'bg-accent-soft outline-2 -outline-offset-2 outline-accent outline-dashed',
      )}
    >
      {quoting && (
        <div className="mb-2 flex items-center gap-2 border-l-2 border-accent pl-2 text-sm text-text-2">
          <span className="min-w-0 flex-1 truncate">
            {isolated(quoting.author?.name) ?? HIDDEN_PEOPLE}: {isolated(plainLine(quoting.body)) || namesOf(quoting)}
          </span>
          <IconButton label="Do not quote" icon={<X />} size="compact" onClick={() => onQuote(null)} />
        </div>
      )}
      <div className="relative">
        {suggestions.options.length > 0 && (
          <SuggestionList
            id={suggestions.list}
            options={suggestions.options}
            active={suggestions.active}
            label={suggestions === emoji ? 'Emoji' : undefined}
            onChoose={suggestions.choose}
          />
        )}
        <textarea
          dir="auto"
          ref={field}
          rows={1}
          {...suggestions.field}
          aria-label={label}
          aria-describedby={forClients ? `${hint} ${readers}` : hint}
          placeholder={label}
          data-limit={20_000}
          value={text}
          onChange={({ target }) => {
            write(target.value);
            if (target.value.trim()) sayTyping();
            named.look(triggerAt(target.value, target.selectionStart));
            void emoji.look(target.value, target.selectionStart, () => written.current);
          }}
          onPaste={(event) => {
            const pasted = pastedFiles(event);
            if (pasted.length === 0) return;
            event.preventDefault();
            files.attaching.add(pasted);
          }}
          onBlur={() => {
            named.close();
            emoji.close();
          }}
          onKeyDown={onKeyDown}
          className="block field-sizing-content max-h-[32dvh] min-h-9 w-full resize-none rounded-sm border border-border-strong bg-surface px-2.5 py-1.5 text-read text-text focus-visible:outline-offset-0 pointer-coarse:text-lg"
        />
      </div>
      <div className="flex items-center gap-2 pt-2">
        <ChooseFiles onFiles={files.attaching.add} brief />
        {forClients && (
          <p id={readers} className="flex items-center gap-1.5 text-xs text-client-text [&_.lucide]:size-3">
            <Eye /> The project’s clients read this.
          </p>
        )}
        <span className="ml-auto">
          <Button variant="primary" type="submit" disabled={files.busy || !(text.trim() || files.files.length)}>
            Send
          </Button>
        </span>
      </div>
      {files.files.length > 0 && (
        <AttachmentTiles label="Attached to this message" files={files.files} onRemove={files.remove} />
      )}
      <SendingList attaching={files.attaching} />
      {asking !== null && (
        <CallQuestion
          people={asking}
          onBack={() => {
            setAsking(null);
            field.current?.focus();
          }}
          onCall={() => void send(true)}
        />
      )}
      {problem && (
        <p role="alert" className="pt-1 text-sm text-danger-text">
          {problem}
        </p>
      )}
      <p id={hint} className="sr-only">
        Enter sends, Shift Enter begins a line, the up arrow changes your last message. @ names somebody, @room
        everybody, # a task, : an emoji.
      </p>
    </form>
  );
}

/** Who reads what is written in a room. */
function addressOf({ kind, name }: RoomRecord, isClient: boolean): string {
  if (kind === 'project' || (kind === 'project_clients' && isClient)) return 'Message to the team';
  return kind === 'project_clients' ? 'Message to the client and the team' : bidi`Message to ${name}`;
}

const newClientId = (): string =>
  newIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
