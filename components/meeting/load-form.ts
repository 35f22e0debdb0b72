/** The dialog of a new meeting: nothing of it is needed to read a calendar. */
export const loadMeetingForm = () => import('./meeting-form').then(({ MeetingForm }) => MeetingForm);
