import type { TaskCard } from '@/lib/task/schema';
import type { Viewer } from '../task-rights';
import type { usePeek } from './use-peek';

/** The task beside a view; `cards` are those that the view shows. */
export const BesideView = ({
  peek: { Peek, key, close },
  cards,
  ...shared
}: {
  peek: ReturnType<typeof usePeek>;
  cards: readonly TaskCard[];
  viewer: Viewer;
  today: string;
}) =>
  Peek &&
  key && <Peek key={key} taskKey={key} card={cards.find((one) => one.key === key)} onClose={close} {...shared} />;
