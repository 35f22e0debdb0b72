'use client';

import { useEffect, useRef, useState } from 'react';
import { ConflictBox } from '@/components/draft/lazy-conflict-box';
import { rememberSent, type Step, useUndo } from '@/components/keys/use-undo';
import { reasonOf } from '@/components/query/api-client';
import type { TaskDetail } from '@/lib/task/schema';
import { EditConflict } from '../task-edit';
import type { TaskHandle } from './use-task';

const AUTOSAVE = 600;

/** Saved a moment after the last key, on Enter and on leaving. */
export function TitleField({ handle }: { handle: TaskHandle }) {
  const { stored, change } = handle;
  const [text, setText] = useState(stored.title);
  const [state, setState] = useState<'same' | 'typing' | 'saving' | 'saved'>('same');
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState<TaskDetail | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onTheirWay = useRef(0);
  const remember = useUndo();
  /** Since the field was entered: what is saved while somebody types is one change. */
  const entered = useRef<{ title: string; step?: Step }>(null);
  /** What the next change is built on: the task with pending changes. */
  const base = useRef(stored);

  // Takes in others' changes, unless something is being written.
  if (state === 'same' || state === 'saved') {
    base.current = stored;
    if (text !== stored.title) setText(stored.title);
  }

  async function save() {
    clearTimeout(timer.current);
    const title = text.replace(/\s+/g, ' ').trim();
    if (state !== 'typing' || conflict) return;
    if (!title) {
      setProblem('A task needs a title.');
      return;
    }
    setProblem(null);
    if (title === base.current.title) {
      setState(onTheirWay.current ? 'saving' : 'same');
      return;
    }
    setState('saving');
    const before = base.current;
    // Not held back until the one before is answered: offline, only queued changes outlive the page.
    base.current = { ...before, title };
    onTheirWay.current += 1;
    const sent = change({ title }, { base: before });
    const session = entered.current ?? { title: before.title };
    const earlier = session.step;
    const back = async (answer: TaskDetail) =>
      (await import('./undo-text')).undoText(handle, { title: session.title }, answer);
    const step = rememberSent(sent, back, remember);
    session.step = step;
    try {
      const answer = await sent;
      earlier?.forget();
      if (onTheirWay.current > 1) return;
      base.current = answer;
      setState((now) => (now === 'saving' ? 'saved' : now));
    } catch (error) {
      if (session.step === step) session.step = earlier;
      if (onTheirWay.current === 1) base.current = before;
      setState('typing');
      if (error instanceof EditConflict) setConflict(error.current);
      else setProblem(reasonOf(error));
    } finally {
      onTheirWay.current -= 1;
    }
  }
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  // What was typed last is not lost by leaving or closing the page.
  useEffect(() => {
    const onLeave = () => void latest.current();
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, []);

  return (
    <div className="relative">
      <h1 className="sr-only">{stored.title}</h1>
      <textarea
        dir="auto"
        ref={field}
        aria-label="Title"
        data-task-field="Title"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'title-problem' : undefined}
        rows={1}
        data-limit={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value.replace(/\n/g, ' '));
          setState('typing');
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void latest.current(), AUTOSAVE);
        }}
        onFocus={() => {
          entered.current = { title: base.current.title };
        }}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            void save();
          }
          if (event.key === 'Escape') {
            setText(base.current.title);
            setState('same');
            setProblem(null);
          }
        }}
        className="-mx-2 field-sizing-content w-[calc(100%+16px)] resize-none rounded-sm border border-transparent bg-transparent px-2 py-1 text-xl font-title hover:border-border focus:border-border-strong focus:bg-surface focus-visible:outline-offset-0"
      />
      <p role="status" className="absolute -bottom-3.5 left-0 h-4 text-xs text-text-3">
        {state === 'saving' && 'Saving'}
        {state === 'saved' && 'Saved'}
      </p>
      {problem && (
        <p id="title-problem" role="alert" className="text-sm text-danger-text">
          {problem}
        </p>
      )}
      {conflict && (
        <ConflictBox
          what="title"
          theirs={conflict.title}
          mine={text}
          onTheirs={() => {
            handle.adopt(conflict);
            setConflict(null);
            setState('same');
          }}
          onMine={() => {
            base.current = conflict;
            setConflict(null);
            setState('typing');
            field.current?.focus();
          }}
        />
      )}
    </div>
  );
}
