import { Button } from '@/components/ui/button';

export function ConflictBox({
  what,
  theirs,
  mine,
  onTheirs,
  onMine,
  onBoth,
}: {
  what: string;
  theirs: string;
  mine: string;
  onTheirs: () => void;
  onMine: () => void;
  /** Goes on with a text that has both parts. */
  onBoth?: () => void;
}) {
  return (
    <div role="alert" className="mt-2 rounded-lg border border-warn bg-warn-soft p-4">
      <p className="text-base font-semibold">Somebody changed the {what} while you were writing.</p>
      <p className="text-sm">Nothing was overwritten. Choose which text to keep.</p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <Version title="Theirs" text={theirs} action="Take theirs" onChoose={onTheirs} />
        <Version title="Yours" text={mine} action="Use mine" onChoose={onMine} />
      </div>
      {onBoth && (
        <p className="mt-3">
          <Button size="compact" onClick={onBoth}>
            Edit both together
          </Button>
        </p>
      )}
    </div>
  );
}

function Version({
  title,
  text,
  action,
  onChoose,
}: {
  title: string;
  text: string;
  action: string;
  onChoose: () => void;
}) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-md bg-surface p-3">
      <p dir="auto" className="text-xs font-semibold text-text-3">
        {title}
      </p>
      <p dir="auto" className="max-h-48 w-full flex-1 overflow-y-auto text-read break-words whitespace-pre-wrap">
        {text || 'Nothing'}
      </p>
      <Button size="compact" onClick={onChoose}>
        {action}
      </Button>
    </div>
  );
}
