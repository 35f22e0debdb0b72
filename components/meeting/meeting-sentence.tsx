import { useState } from 'react';
import { TextField } from '@/components/ui/form/text-field';
import { useFormats } from '@/components/ui/formats';
import { clockAt } from '@/lib/formats/clock';
import { readSentence, type MeetingSentence as Sentence } from '@/lib/meeting/sentence';
import { estimateWords } from '@/lib/task/vocabulary';
import { clockWords } from './clock-words';

/** A line that fills the form as one types, and says what of it was understood. */
export function MeetingSentence({
  people,
  date,
  onRead,
}: {
  people: readonly { _id: string; name: string }[];
  /** The day that is meant where none is said. */
  date?: string;
  onRead: (sentence: Sentence) => void;
}) {
  const formats = useFormats();
  const [read, setRead] = useState<Sentence | null>(null);
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label="In a sentence"
        optional
        autoComplete="off"
        placeholder="Standup every weekday 9:30 with Anna"
        onChange={({ target }) => {
          const { minutes: now } = clockAt(Date.now(), formats.timeZone);
          const sentence = readSentence(target.value, { formats, today: formats.today(), now, people, date });
          setRead(target.value.trim() ? sentence : null);
          onRead(sentence);
        }}
      />
      <p role="status" dir="auto" className="text-sm text-text-2 empty:hidden">
        {read && `Understood: ${wordsOf(read)}`}
      </p>
    </div>
  );

  function wordsOf({ title, date, start, minutes, repeat, people: who }: Sentence): string {
    const time =
      start !== null && minutes !== null
        ? `${clockWords(formats, start)}–${clockWords(formats, start + minutes)}`
        : start !== null
          ? clockWords(formats, start)
          : minutes !== null && estimateWords(minutes);
    const all = [
      title ? `“${title}”` : 'no title yet',
      date && formats.day(date, 'short'),
      time,
      repeat?.words.toLowerCase(),
      who.length > 0 && `with ${who.map(({ name }) => name).join(', ')}`,
    ];
    return all.filter(Boolean).join(' · ');
  }
}
