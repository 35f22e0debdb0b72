import { call } from '@/components/query/api-client';
import { Button } from '@/components/ui/button';
import type { RoomRecord } from '@/lib/room/schema';
import { MANY_PEOPLE } from '@/lib/room/vocabulary';

/** Might be a call of everybody. */
export const CALL = /[@\uFF20]room/i;

/** As the server reads it; where that cannot be loaded, what looks like a call is one. */
export async function callsRoom(body: string): Promise<boolean> {
  if (!CALL.test(body)) return false;
  try {
    const [{ renderMarkdown }, mentions] = await Promise.all([
      import('@/lib/markdown/markdown'),
      import('@/lib/markdown/mentions'),
    ]);
    return mentions.callsRoom(renderMarkdown(body));
  } catch {
    return true;
  }
}

/** How many `@room` would call, if that is to be asked first. Without an answer, those are what is known. */
export async function manyCalled({ _id: id, member_count }: RoomRecord): Promise<number | null> {
  // More may be in the room than the viewer sees.
  const people = await call('GET roomSize/{id}', { id }).then(
    (size) => size.people,
    () => member_count,
  );
  return people > MANY_PEOPLE ? people : null;
}

type CallQuestionProps = { people: number; onBack: () => void; onCall: () => void };

export const CallQuestion = ({ people, onBack, onCall }: CallQuestionProps) => (
  <div
    role="alertdialog"
    aria-label="Call everybody?"
    onKeyDown={(event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onBack();
    }}
    className="flex flex-wrap items-center gap-2 pt-2"
  >
    <p className="text-base">@room calls {people} people.</p>
    <Button size="compact" autoFocus onClick={onBack}>
      Go on writing
    </Button>
    <Button variant="primary" size="compact" onClick={onCall}>
      Call everybody
    </Button>
  </div>
);
