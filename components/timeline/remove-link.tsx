import { X } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { Line, Link } from './plan';

type Chosen = Link & { x: number; y: number };

/** The button at the line that was clicked (`data-link`, both ids); by keys B does the same. */
export function RemoveLink({
  chart,
  lines,
  links,
  unlink,
}: {
  chart: RefObject<HTMLElement | null>;
  lines: readonly Line[];
  links: readonly Link[];
  unlink: (pair: Link) => void;
}) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  useEffect(() => {
    const element = chart.current;
    if (!element) return;
    const onClick = ({ target, clientX, clientY }: MouseEvent) => {
      const ids = target instanceof SVGElement ? target.dataset.link?.split(' ') : undefined;
      const [task_id, blocks_id] = ids ?? [];
      if (!task_id || !blocks_id) return;
      const box = element.getBoundingClientRect();
      const at = { x: clientX - box.left + element.scrollLeft, y: clientY - box.top + element.scrollTop };
      setChosen({ task_id, blocks_id, ...at });
    };
    element.addEventListener('click', onClick);
    return () => element.removeEventListener('click', onClick);
  }, [chart]);
  const keyOf = (id: string) => {
    const line = lines.find((one) => one.id === id);
    return line?.kind === 'task' ? line.card.key : '';
  };
  const there =
    chosen && links.some(({ task_id, blocks_id }) => task_id === chosen.task_id && blocks_id === chosen.blocks_id);
  if (!there) return null;
  const { x, y, ...pair } = chosen;
  return (
    <span
      key={`${pair.task_id} ${pair.blocks_id}`}
      className="absolute z-2 -translate-1/2 rounded-md bg-surface shadow-e2"
      style={{ left: x, top: y }}
    >
      <Button
        ref={focused}
        size="compact"
        icon={<X aria-hidden="true" className="size-4" />}
        // Otherwise Safari takes the focus away before the click.
        onMouseDown={(event) => event.preventDefault()}
        onBlur={() => setChosen(null)}
        onKeyDown={(event) => event.key === 'Escape' && setChosen(null)}
        onClick={() => {
          setChosen(null);
          unlink(pair);
        }}
      >
        Remove: {keyOf(pair.task_id)} blocks {keyOf(pair.blocks_id)}
      </Button>
    </span>
  );
}

const focused = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true });
