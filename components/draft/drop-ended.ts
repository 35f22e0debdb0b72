import { ApiError, call } from '@/components/query/api-client';
import { allDraftNames, dropDraft } from './draft-store';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** At one visit; the next one goes on with the others. */
const MOST = 40;

type Ask = (id: string) => Promise<unknown>;
const task: Ask = (id) => call('GET task/{id}', { id });
const comment: Ask = (id) => call('GET comment/{id}', { id });
/** What a text belongs to, by the name of its draft. */
const NEW: Partial<Record<string, Ask>> = {
  comment: task,
  description: task,
  reply: comment,
  chat: (id) => call('GET room/{id}', { id }),
  file: (id) => call('GET file/{id}', { id }),
};
/** The same where something stored is changed. */
const STORED: Partial<Record<string, Ask>> = {
  comment,
  message: (id) => call('GET message/{id}', { id }),
  project: (id) => call('GET projectdetails', { project_id: id }),
};

function askOf(name: string, memberId: string): { place: string; ask: () => Promise<unknown> } | null {
  const [before, after = ''] = name.split(`${memberId}:`, 2);
  const [kind = '', id = ''] = after.split(':');
  const ask = (before === '' ? NEW : STORED)[kind];
  return ask && ID.test(id) ? { place: `${before === ''} ${kind} ${id}`, ask: () => ask(id) } : null;
}

/** Drops what was written for tasks, rooms, files and projects that this person does not see any more. */
export async function dropEndedDrafts(memberId: string): Promise<void> {
  const places = new Map<string, { ask: () => Promise<unknown>; names: string[] }>();
  for (const name of allDraftNames(memberId)) {
    const { place, ask } = askOf(name, memberId) ?? {};
    if (!place || !ask) continue;
    const known = places.get(place);
    if (known) known.names.push(name);
    else if (places.size < MOST) places.set(place, { ask, names: [name] });
  }
  for (const { ask, names } of places.values()) {
    const isGone = await ask().then(
      () => false,
      (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 403),
    );
    if (isGone) for (const name of names) dropDraft(name);
  }
}
