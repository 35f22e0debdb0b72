import { useEffect, useRef, useState } from 'react';
import { extensionStart, type Item } from '@/components/file/item';
import { reasonOf } from '@/components/query/api-client';
import { Link } from '@/components/ui/link';
import { bidi } from '@/lib/bidi';
import type { Look } from './look';

/** The name as a link, or while it is being changed a field. Without scripts a file's link leads to its content. */
export function NameOrField({ item, look, href }: { item: Item; look: Look; href?: string }) {
  if (look.renaming === item._id) return <NameField item={item} look={look} />;
  if (item.kind === 'folder')
    return (
      <Link dir="auto" href={href ?? ''} data-name title={item.name} draggable={false} className="file-name">
        {item.name}
      </Link>
    );
  return (
    <a
      dir="auto"
      href={item.content_url}
      data-name
      title={item.name}
      draggable={false}
      className="file-name"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        look.open(item);
      }}
    >
      {item.name}
    </a>
  );
}

/** The extension is outside of what is selected, so that typing keeps it. */
function NameField({ item, look: { actions } }: { item: Item; look: Look }) {
  const [name, setName] = useState(item.name);
  const [problem, setProblem] = useState<string>();
  const sending = useRef(false);
  const ready = (field: HTMLInputElement | null) => {
    if (!field || document.activeElement === field) return;
    field.focus();
    field.setSelectionRange(0, item.kind === 'file' ? extensionStart(item.name) : item.name.length);
  };
  // Who goes on by keys stays at this row.
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(`[data-item="${item._id}"] [data-name]`)?.focus();
    },
    [item._id],
  );
  const save = async () => {
    if (sending.current) return;
    const wanted = name.trim();
    if (!wanted || wanted === item.name) return actions.rename(null);
    sending.current = true;
    try {
      await actions.saveName(item, wanted);
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      sending.current = false;
    }
  };
  return (
    <span className="relative min-w-0 flex-1">
      <input
        dir="auto"
        ref={ready}
        aria-label={bidi`Name of ${item.name}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && 'name-problem'}
        value={name}
        autoComplete="off"
        spellCheck={false}
        className="h-8 w-full min-w-0 rounded-sm border border-border-strong bg-surface px-1.5 text-base pointer-coarse:text-lg"
        onChange={({ target }) => setName(target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') void save();
          if (event.key === 'Escape') actions.rename(null);
        }}
      />
      {problem && (
        <span
          id="name-problem"
          role="alert"
          className="absolute top-full left-0 z-sticky rounded-sm border border-danger bg-danger-soft px-1.5 text-xs text-danger-text"
        >
          {problem}
        </span>
      )}
    </span>
  );
}
