import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { isolated } from '@/lib/bidi';
import { cn } from '@/lib/class-names';

export function PanelTabs<V extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string;
  tabs: readonly { value: V; label: string; count?: number }[];
  value: V;
  onChange: (value: V) => void;
  children: ReactNode;
}) {
  const id = useId();
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  }
  return (
    <>
      <div role="tablist" aria-label={label} className="flex gap-1 border-b border-border">
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={onKeyDown}
            className={cn(
              '-mb-px flex min-h-9 items-center gap-1.5 rounded-t-sm border-b-2 px-3 text-base font-medium focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
              tab.value === value
                ? 'border-accent text-accent-text'
                : 'border-transparent text-text-2 hover:bg-hover hover:text-text',
            )}
          >
            {isolated(tab.label)}
            {tab.count ? <span className="text-xs text-text-3 tabular-nums">{tab.count}</span> : null}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
