import { memo, useState } from 'react';
import { MilestoneMark } from '@/components/milestone/milestone-mark';
import type { MilestoneDays } from '@/components/milestone/use-milestone-days';
import { Button } from '@/components/ui/button';
import { useFormats } from '@/components/ui/formats';
import { TaskStatus } from '@/components/workflow/task-status';
import { isolated } from '@/lib/bidi';
import type { TaskCard } from '@/lib/task/schema';
import { barOf, type Line, type Slack } from './plan';

const PAGE = 50;

/** The same for reading, where a chart has no room: what begins when, and what is too early. */
export function TimelineAgenda({
  lines,
  slack,
  milestones,
  today,
  hrefOf,
}: {
  lines: readonly Line[];
  slack: ReadonlyMap<string, Slack>;
  milestones: MilestoneDays;
  today: string;
  hrefOf: (key: string) => string;
}) {
  const formats = useFormats();
  const [shown, setShown] = useState(PAGE);
  return (
    <div className="sm:hidden">
      {milestones.size > 0 && (
        <ol aria-label="Milestones" className="flex flex-col gap-1 pb-2">
          {[...milestones].map(([day, some]) => (
            <li key={day} className="flex min-w-0 flex-wrap items-center gap-x-3">
              {some.map((milestone) => (
                <MilestoneMark key={milestone._id} milestone={milestone} isLate={day < today} />
              ))}
              <span className="text-xs text-text-3">{formats.day(day, 'short')}</span>
            </li>
          ))}
        </ol>
      )}
      <ol aria-label="Tasks by start" className="flex flex-col">
        {lines.slice(0, shown).map((line) =>
          line.kind === 'head' ? (
            <li key={line.id} className="pt-4 pb-1 text-sm font-semibold">
              {isolated(line.label)} <span className="font-normal text-text-3">{line.count}</span>
            </li>
          ) : (
            <Entry key={line.id} card={line.card} slack={slack.get(line.id)} href={hrefOf(line.card.key)} />
          ),
        )}
      </ol>
      {lines.length > shown && (
        <div className="flex justify-center pt-4">
          <Button onClick={() => setShown((count) => count + PAGE)}>Show more of {lines.length}</Button>
        </div>
      )}
    </div>
  );
}

const Entry = memo(function Entry({ card, slack, href }: { card: TaskCard; slack: Slack | undefined; href: string }) {
  const formats = useFormats();
  const bar = barOf(card);
  if (!bar) return null;
  const day = (date: string) => formats.day(date, 'short');
  const when = bar.milestone
    ? day(bar.due)
    : bar.open
      ? `From ${day(bar.start)}`
      : `${day(bar.start)} – ${day(bar.due)}`;
  const conflicts = slack?.conflicts.map(({ key }) => key).join(', ');
  return (
    <li className="agenda-entry">
      <a href={href}>
        <TaskStatus of={card} word="hidden" />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="agenda-title">
            {card.title}
          </span>
          <span className="agenda-facts">
            {card.key} · {when}
          </span>
          {card.blocked && <span className="mark-blocked">Blocked</span>}
          {conflicts && (
            <span className="block text-xs font-medium text-danger-text">Begins before {conflicts} ends</span>
          )}
        </span>
      </a>
    </li>
  );
});
