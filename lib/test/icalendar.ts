import ICAL from 'ical.js';

type Span = { uid: string; from: number; to: number };

/** What a foreign program reads up to a moment, in ms: it knows of zones what stands in the file, and nothing else. */
export function occurrencesIn(text: string, until: number): Span[] {
  ICAL.TimezoneService.reset();
  const root = new ICAL.Component(ICAL.parse(text));
  for (const zone of root.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const all = root.getAllSubcomponents('vevent');
  const isException = (one: ICAL.Component) => one.getFirstProperty('recurrence-id') !== null;
  const uidOf = (one: ICAL.Component) => one.getFirstPropertyValue('uid');
  const found: Span[] = [];
  for (const one of all.filter((event) => !isException(event))) {
    const exceptions = all.filter((other) => isException(other) && uidOf(other) === uidOf(one));
    const event = new ICAL.Event(one, { exceptions });
    const next = event.iterator();
    for (let time = next.next(); time && time.toUnixTime() * 1000 <= until; time = next.next()) {
      const { startDate, endDate } = event.getOccurrenceDetails(time);
      found.push({ uid: event.uid, from: startDate.toUnixTime() * 1000, to: endDate.toUnixTime() * 1000 });
      if (!event.isRecurring()) break;
    }
  }
  return found;
}
