import 'server-only';
import { cookies, headers } from 'next/headers';
import { forbidden, notFound, permanentRedirect, redirect, unstable_rethrow } from 'next/navigation';
import { cache } from 'react';
import { z } from 'zod';
import { deadline, pageDeadline, withinDeadline } from '@/lib/deadline';
import { env } from '@/lib/env';
import { DomainError, type Failure, toFailure } from '@/lib/errors';
import { sentenceFor } from '@/lib/issue-words';
import { log } from '@/lib/log';
import {
  AwaitingApproval,
  type Ctx,
  Declined,
  DURING_ALL_SETUP,
  notInView,
  OrganisationDeleted,
  OtherOrganisation,
  type Seat,
  SetupRequired,
  type SetupStep,
  ViewEnded,
  withOrg,
} from '@/lib/org';
import { isInView, mayEver } from '@/lib/permission/policy';
import type { Action } from '@/lib/permission/schema';
import { callerOf, pageCaller, pageClaims } from '@/lib/session/caller';
import { presentKey } from '@/lib/session/organisation-keys';
import { organisationsOf } from '@/lib/session/own-organisations';
import { PageDoor } from '@/lib/session/page-door';
import { CHAT_CALL } from '@/lib/session/vocabulary';
import { viewCookieName } from '@/lib/session-token';
import { organisationHost } from '@/lib/tenant/organisation-links';
import { linksOf, shortPath } from '@/lib/tenant/organisation-path';
import { GUARDED_ROUTES, hostOf, urlUnder } from '@/lib/tenant/tenant';

/** An unexpected error is logged with an id, and only the id is shown. */
export function reported(error: unknown, where: string): Failure {
  const failure = toFailure(error);
  if (failure.code === 'unexpected' || failure.code === 'unavailable') log('error', where, { error });
  return failure;
}

/** Where a text is that PostgreSQL cannot take: with half a letter, or U+0000. What has a schema of its own says so itself. */
function unstorable(value: unknown, path: readonly string[]): string | undefined {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) return path.join('.') || 'body';
  } else if (Array.isArray(value) || (typeof value === 'object' && value?.constructor === Object)) {
    for (const [name, one] of Object.entries(value)) {
      const found = unstorable(name, [...path, 'name']) ?? unstorable(one, [...path, name]);
      if (found) return found;
    }
  }
}

/** Throws `invalid` with messages by field. */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) {
    const field = unstorable(parsed.data, []);
    if (!field) return parsed.data;
    throw new DomainError('invalid', 'This contains characters that cannot be stored.', {
      errors: { [field]: ['This contains characters that cannot be stored.'] },
    });
  }
  // Without a prototype: a field may be called `constructor`.
  const errors: Record<string, string[]> = Object.create(null);
  for (const issue of parsed.error.issues) {
    const fields =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key].join('.'))
        : [issue.path.map(String).join('.') || 'body'];
    for (const field of fields) {
      const message = issue.code === 'unrecognized_keys' ? 'This field is not known here.' : issue.message;
      if (Object.keys(errors).length < 50) errors[field] = [...(errors[field] ?? []), message];
    }
  }
  const [first] = Object.entries(errors);
  throw new DomainError('invalid', first ? sentenceFor(first[0], first[1][0] ?? '') : 'Check what you entered.', {
    // React passes only plain objects from an action to a page.
    errors: { ...errors },
  });
}

/**
 * Call before the first Suspense boundary: later, redirects, 404 and 403 (in the shell) cannot set the status. `orgKey`
 * null: the session's organisation. `allowedDuring`: setup steps that may be due here.
 */
export async function orgPage<T>(
  orgKey: string | null,
  action: Action,
  read: (ctx: Ctx) => Promise<T>,
  allowedDuring?: readonly SetupStep[],
): Promise<T> {
  const work = async (ctx: Ctx) => {
    if (!mayEver(ctx.actor, action)) throw new DomainError('forbidden', 'Your role cannot see this page.');
    if (ctx.view && !isInView(action)) throw notInView();
    return read(ctx);
  };
  try {
    const caller = await pageCaller();
    const name = JSON.stringify([orgKey, allowedDuring ?? []]);
    const door =
      pageDoors().get(name) ??
      new PageDoor((pass) =>
        withinDeadline(pageDeadline(), () => withOrg(caller, orgKey, pass, allowedDuring, { framed: true })),
      );
    pageDoors().set(name, door);
    return await door.read(work);
  } catch (error) {
    unstable_rethrow(error);
    return leave(error, orgKey);
  }
}

/** One for all parts of a page that ask for the same organisation. */
const pageDoors = cache(() => new Map<string, PageDoor>());

/** Where somebody goes whom a page of this organisation refuses; `orgKey` as above. */
export async function leave(error: unknown, orgKey: string | null): Promise<never> {
  const host = await organisationHost();
  const path = await currentPath();
  const here = shortPath(path, host);
  if (error instanceof AwaitingApproval || error instanceof Declined) redirect('/waiting');
  if (error instanceof ViewEnded) redirect('/view/ended');
  if (error instanceof SetupRequired) {
    const settles = error.due === 'password' ? linksOf(error.seat.org_key, host)('newpassword') : '/security';
    // The shell around that page asks too; it draws a plain frame instead.
    if (here.split('?')[0] === settles) throw error;
    redirect(settles);
  }
  if (error instanceof OrganisationDeleted) redirect('/deleted');
  if (orgKey !== null && (error instanceof OtherOrganisation || isUnauthenticated(error))) await followKey(orgKey);
  if (error instanceof OtherOrganisation) {
    if (error.seat.viewed_by) notFound();
    const own = await organisationsOf(error.seat.person_id);
    if (own.some(({ key }) => key === orgKey)) redirect(`/switch?to=${orgKey}&next=${encodeURIComponent(here)}`);
    notFound();
  }
  if (!(error instanceof DomainError)) throw error;
  if (error.code === 'unauthenticated') {
    const route = path.split(/[/?]/)[2] ?? '';
    // A valid token of an ended session: the login page says so.
    const guarded = (GUARDED_ROUTES as readonly string[]).includes(route) && !(await pageClaims());
    if (orgKey === null) redirect(`/?next=${encodeURIComponent(here)}`);
    const next = `next=${encodeURIComponent(here)}`;
    redirect(guarded ? `/?${next}` : linksOf(orgKey, host)(`login?${next}`));
  }
  if (error.code === 'forbidden') forbidden();
  if (error.code === 'not_found' || error.code === 'invalid') notFound();
  throw error;
}

const isUnauthenticated = (error: unknown) => error instanceof DomainError && error.code === 'unauthenticated';

/** Redirects (308) to the same page under the organisation's present key, if this is a former one. */
export async function followKey(orgKey: string): Promise<void> {
  const present = await presentKey(orgKey);
  if (present === orgKey) return;
  permanentRedirect(urlUnder(present, orgKey, await currentPath(), hostOf(await headers()), env));
}

/** Path and query of the rendered page; middleware sets the header. */
const currentPath = cache(async () => (await headers()).get('x-guildhall-path') ?? '/');

export const ARGUMENT = {
  text: z.string().max(2000),
  optional: z.string().max(2000).nullish(),
  before: z.unknown(),
  form: z.instanceof(FormData),
};

type Arguments<K extends readonly z.ZodType[]> = { [At in keyof K]: z.output<K[At]> };

/** Anybody can call it with anything: wrong kinds are refused in words. Extras are dropped, as a form appends itself. */
export function publicAction<const K extends readonly z.ZodType[], T>(
  kinds: K,
  action: (...args: Arguments<K>) => Promise<T>,
  how: { endsView?: true } = {},
) {
  return async (...given: Arguments<K>): Promise<T> => {
    const parsed = kinds.map((kind, at) => kind.safeParse(given[at]));
    const args = parsed.map(({ data }) => data) as Arguments<K>;
    if (await refusedInView(how)) return { error: notInView().message } as T;
    if (parsed.every(({ success }) => success)) return withinDeadline(deadline('write'), () => action(...args));
    return { error: 'This form cannot be read. Reload the page and send it again.' } as T;
  };
}

/** Whoever looks as a client sends no form; logging out ends the view too. */
const refusedInView = async ({ endsView }: { endsView?: true }) =>
  !endsView && (await cookies()).get(viewCookieName()) !== undefined;

/** What the chat's frame shows, read by its own session; null without one. */
export async function chatPage<T>(read: (ctx: Ctx) => Promise<T>): Promise<T | null> {
  const given = await headers();
  const asFrame = { get: (name: string) => (name === CHAT_CALL ? '1' : given.get(name)) };
  try {
    const caller = await callerOf({ headers: asFrame }, true);
    return await withinDeadline(deadline('read'), () => withOrg(caller, null, read));
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'unavailable') return null;
    throw error;
  }
}

/** What was read of the page's session, or why the door is closed to it. */
async function readOrRefused<T>(
  read: (ctx: Ctx) => Promise<T>,
  during?: readonly SetupStep[],
): Promise<T | DomainError> {
  try {
    const caller = await pageCaller();
    return await withinDeadline(pageDeadline(), () => withOrg(caller, null, read, during));
  } catch (error) {
    // Nobody knows who is signed in while the database is away: the page says so, instead of asking them to sign in.
    if (error instanceof DomainError && error.code !== 'unavailable') return error;
    throw error;
  }
}

/** Who is signed in, on a page outside `/{orgKey}`; null for nobody. */
export const signedInSeat = cache(async () => {
  if (!(await pageClaims())) return null;
  const seat = async ({ org, actor }: Ctx) => ({ org, actor: { ...actor, projectIds: actor.projectIds } });
  const read = await readOrRefused(seat, DURING_ALL_SETUP);
  return read instanceof DomainError ? null : read;
});

/** Of whoever looks as a client, whom they look as; null where they do not, or no longer. */
export const viewSeat = cache(async () => {
  const read = await readOrRefused(async ({ org, actor, view }) => (view ? { org, name: actor.name } : null));
  return read instanceof DomainError ? null : read;
});

/** Why the session of the browser is refused; null where it is not, or there is none. */
const refusal = async () => ((await pageClaims()) ? readOrRefused(async () => null) : null);

/** The seat that is refused for this reason; null otherwise. */
async function refusedSeat(
  reason: typeof AwaitingApproval | typeof Declined | typeof OrganisationDeleted,
): Promise<Seat | null> {
  const error = await refusal();
  return error instanceof reason ? error.seat : null;
}

/** The browser's token is valid, but the session was ended elsewhere. */
export const sessionWasEnded = cache(async () => (await refusal())?.code === 'unauthenticated');

export const waitingSeat = cache(() => refusedSeat(AwaitingApproval));

export const declinedSeat = cache(() => refusedSeat(Declined));

export const deletedSeat = cache(() => refusedSeat(OrganisationDeleted));
