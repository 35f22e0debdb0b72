import { CircleCheck } from 'lucide-react';
import { type Search, textOf } from './search-params';

const WORDS: Record<string, (what: string) => string> = {
  created: (what) => `${what} was created.`,
  saved: () => 'Your changes are saved.',
};

/** What a form that led here has done, by the address: `?done=created`. */
export function DoneNotice({ search, what }: { search: Search; what: string }) {
  const done = textOf(search, 'done');
  const words = Object.hasOwn(WORDS, done) ? WORDS[done] : undefined;
  if (!words) return null;
  return (
    <p role="status" className="mb-3 flex items-center gap-2 rounded-md bg-ok-soft px-3 py-2 text-base text-ok-text">
      <CircleCheck />
      {words(what)}
    </p>
  );
}
