import { KeyHint } from '@/components/ui/key-hint';

export function BoardHint({ id, readOnly }: { id: string; readOnly: string | null }) {
  if (readOnly)
    return (
      <p id={id} className="pb-2 text-xs text-text-3">
        {readOnly}
      </p>
    );
  return (
    <p
      id={id}
      className="flex flex-wrap items-center gap-x-1.5 gap-y-1 pb-2 text-xs text-text-3 max-sm:hidden pointer-coarse:hidden"
    >
      <Key name="J" /> <Key name="K" /> move between tasks
      <Key name="Space" /> lifts one, arrows move it
      <Key name="M" /> moves it to…
      <Key name="Ctrl Z" spoken="Control Z" /> undoes
      <Key name="?" spoken="Question mark" /> shows all keys
    </p>
  );
}

const Key = ({ name, spoken = name }: { name: string; spoken?: string }) => (
  <>
    <KeyHint keys={name} />
    <span className="sr-only">{spoken}</span>
  </>
);
