/** Words of meetings. Runs anywhere. */

export const ANSWERS = ['yes', 'no', 'maybe'] as const;
export type Answer = (typeof ANSWERS)[number];
export const ANSWER_LABEL: Record<Answer, string> = { yes: 'Yes', no: 'No', maybe: 'Maybe' };

/** Which meetings of a series a change is for. `all`: those that are still to come. */
export const SCOPES = ['this', 'following', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

export const AUDIENCES = ['internal', 'client'] as const;
export type MeetingAudience = (typeof AUDIENCES)[number];

export const MEETING_STATES = ['confirmed', 'cancelled'] as const;

/** Letters of a note to an answer. */
export const MOST_NOTE = 500;

/** How the page of meetings is drawn. */
export const MEETING_VIEWS = ['agenda', 'day', 'week', 'month'] as const;
export type MeetingView = (typeof MEETING_VIEWS)[number];
export const VIEW_LABEL: Record<MeetingView, string> = { agenda: 'Agenda', day: 'Day', week: 'Week', month: 'Month' };
export type MeetingSpan = Exclude<MeetingView, 'agenda'>;
