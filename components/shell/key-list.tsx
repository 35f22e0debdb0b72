import { Kbd } from '@/components/ui/key-hint';

const GROUPS: readonly { title: string; keys: readonly [keys: readonly string[], does: string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      [['Ctrl K', '/'], 'Search, or jump to a place'],
      [['C'], 'New task'],
      [['G D'], 'Go to Dashboard'],
      [['G P'], 'Go to Project'],
      [['G T'], 'Go to Task'],
      [['G F'], 'Go to File'],
      [['G U'], 'Go to Users'],
      [['G S'], 'Go to Settings'],
      [['?'], 'This list'],
      [['Esc'], 'Close what is on top'],
    ],
  },
  {
    title: 'Lists and boards',
    keys: [
      [['J', 'K'], 'Next, previous task'],
      [['Enter'], 'Open the task'],
      [['Space'], 'On the board: lift and drop the task'],
      [['M'], 'Move to…'],
      [['Ctrl Z'], 'Undo the last change'],
    ],
  },
  { title: 'Writing', keys: [[['Ctrl Enter'], 'Send the comment']] },
];

/** All keys by where they work; `query` keeps those whose words contain it. */
export function KeyList({ query = '' }: { query?: string }) {
  const wanted = query.trim().toLowerCase();
  const groups = GROUPS.map((group) => ({
    ...group,
    keys: group.keys.filter(([keys, does]) => `${keys.join(' ')} ${does}`.toLowerCase().includes(wanted)),
  })).filter((group) => group.keys.length > 0);
  if (groups.length === 0) return <p className="text-base text-text-2">No key matches “{query}”.</p>;
  return (
    <div className="flex flex-col gap-5">
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <p className="mb-1 text-sm font-semibold text-text-2">{group.title}</p>
          <dl className="divide-y divide-border">
            {group.keys.map(([keys, does]) => (
              <div key={does} className="flex min-h-8 items-center justify-between gap-4 py-1">
                <dt className="text-base">{does}</dt>
                <dd className="flex shrink-0 gap-1.5">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
