import 'server-only';
import type { Client } from '@/lib/auth';
import { deadline, withinDeadline } from '@/lib/deadline';
import { DomainError } from '@/lib/errors';
import type { Reader } from '@/lib/formats';
import { type Attendee, getMeeting, type MeetingPart } from '@/lib/meeting/queries';
import type { MeetingRecord } from '@/lib/meeting/schema';
import { occurrenceAt } from '@/lib/meeting/series';
import { type Ctx, withInvited } from '@/lib/org';
import { seal, unseal } from '@/lib/seal';

/** Whose answer it is, to which meeting (`start` null: the series) and until when. It holds no more than that. */
export type AnswerLink = {
  org: string;
  meeting: string;
  member: string;
  /** When they were invited: once they are not, the link is over. */
  invited: number;
  start: number | null;
  until: number;
};
type Sealed = { answer_meeting: AnswerLink };

const MINUTE = 60_000;
/** Of a series without an end. */
const LONGEST = 366 * 86_400_000;

type To = Pick<Attendee, 'memberId' | 'invitedAt'> & { start: number | null };

/** Lasts until the meeting, or the last one of its series, is over. */
export function answerToken({ org }: Ctx, part: MeetingPart, { memberId, invitedAt, start }: To): string {
  const { series, exceptions } = part;
  const last = start ?? (series.core === null ? series.startsAt : series.endsAt);
  const own = exceptions.find((one) => one.start === start);
  const until = last === null ? Date.now() + LONGEST : occurrenceAt(series, last, own).endsAt + MINUTE;
  const link = { org: org.id, meeting: part.id, member: memberId, invited: invitedAt, start, until };
  return seal({ answer_meeting: link } satisfies Sealed);
}

/** Null for a link that was changed, or whose secret is no longer configured. */
export function openAnswerLink(token: string): AnswerLink | null {
  try {
    return unseal<Partial<Sealed>>(token).answer_meeting ?? null;
  } catch {
    return null;
  }
}

/** `gone` where the link is over by its time or its invitation; `not_found` where it is none. */
export async function byAnswerLink<T>(
  token: string,
  caller: Client,
  work: (ctx: Ctx, link: AnswerLink) => Promise<T>,
): Promise<T> {
  const link = openAnswerLink(token);
  if (!link) throw new DomainError('not_found', 'This link is not valid.');
  if (link.until < Date.now()) throw new DomainError('gone', 'This meeting is over.');
  const { org, meeting, member, invited } = link;
  return withInvited({ org, meeting, member, at: new Date(invited) }, caller, (ctx) => work(ctx, link)).catch(
    (error: unknown) => {
      if (error instanceof DomainError && ['forbidden', 'not_found'].includes(error.code))
        throw new DomainError('gone', 'You are no longer invited to this meeting, or it is no longer there.');
      throw error;
    },
  );
}

export type InvitedView = {
  organisation: string;
  meeting: MeetingRecord;
  note: string;
  series: boolean;
  reader: Reader;
};

/** What the page of the link shows. Nothing is changed by it. */
export const readInvited = (token: string, caller: Client): Promise<InvitedView> =>
  withinDeadline(deadline('read'), () =>
    byAnswerLink(token, caller, async (ctx, { meeting: id, member, start }) => {
      const meeting = await getMeeting(ctx, { id, ...(start !== null && { occurrence: new Date(start) }) });
      const { locale, timeZone } = ctx.actor;
      return {
        ...{ organisation: ctx.org.name, meeting, series: start === null, reader: { locale, timeZone } },
        note: meeting.attendees.find(({ _id }) => _id === member)?.note ?? '',
      };
    }),
  );
