'use client';

import { useEffect, useRef, useState } from 'react';
import { ApiError } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import type { TaskCard } from '@/lib/task/schema';

type Audience = TaskCard['audience'];
type Question = { asked: Promise<Audience>; answer: (audience: Audience) => void; giveUp: () => void };

const nameFor = (projectId: string) => `guildhall-subtasks-seen:${projectId}`;
/** Where storage is refused the choice lives as long as the page. */
const chosen = new Map<string, Audience>();

function choiceFor(projectId: string): Audience | undefined {
  try {
    const kept = localStorage.getItem(nameFor(projectId));
    if (kept === 'client' || kept === 'internal') return kept;
  } catch {
    // See above.
  }
  return chosen.get(projectId);
}

function remember(projectId: string, audience: Audience): void {
  chosen.set(projectId, audience);
  try {
    localStorage.setItem(nameFor(projectId), audience);
  } catch {
    // See above.
  }
}

/**
 * Whether clients see the new subtasks of a task that they see: asked before the first one of a project, and remembered in
 * this browser.
 */
export function useSubtaskAudience(projectId: string) {
  const [question, setQuestion] = useState<Question | null>(null);
  const current = useRef<Question | null>(null);
  const [, redraw] = useState(0);
  const end = () => {
    current.current = null;
    setQuestion(null);
  };
  const choose = (audience: Audience) => {
    remember(projectId, audience);
    current.current?.answer(audience);
    end();
    redraw((count) => count + 1);
  };
  function ask(): Promise<Audience> {
    const known = choiceFor(projectId);
    if (known) return Promise.resolve(known);
    if (!current.current) {
      let answer: Question['answer'] = () => {};
      let giveUp: Question['giveUp'] = () => {};
      const asked = new Promise<Audience>((resolve, reject) => {
        answer = resolve;
        giveUp = () => reject(new ApiError(422, 'invalid', 'Choose who sees it first.'));
      });
      current.current = { asked, answer, giveUp };
      setQuestion(current.current);
    }
    return current.current.asked;
  }
  return {
    ask,
    giveUp: () => {
      current.current?.giveUp();
      end();
    },
    asking: question !== null,
    known: choiceFor(projectId),
    choose,
  };
}

/** The question, or what was answered with the other answer beside it. */
export function SubtaskAudience({ asking, known, choose }: ReturnType<typeof useSubtaskAudience>) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) first.current?.focus();
  }, [asking]);
  const other = known === 'client' ? 'internal' : 'client';
  if (asking)
    return (
      <fieldset className="flex w-full flex-wrap items-center gap-2 rounded-md border border-border bg-surface p-2">
        <legend className="sr-only">Who sees new subtasks</legend>
        <p className="mr-auto text-sm">Clients see this task. Do they see its new subtasks too?</p>
        <Button ref={first} size="compact" onClick={() => choose('internal')}>
          Only the team
        </Button>
        <Button size="compact" onClick={() => choose('client')}>
          Clients too
        </Button>
      </fieldset>
    );
  if (!known) return null;
  return (
    <p className="flex w-full flex-wrap items-center gap-x-1 text-xs text-text-3">
      {known === 'client' ? 'Clients see new subtasks too.' : 'Only the team sees new subtasks.'}
      <Button size="compact" variant="quiet" onClick={() => choose(other)}>
        {known === 'client' ? 'Only the team' : 'Clients too'}
      </Button>
    </p>
  );
}
