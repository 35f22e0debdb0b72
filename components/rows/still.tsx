'use client';

import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { htmlOf } from './html-of';

const never = () => () => undefined;

/**
 * Many rows of plain parts (`htmlOf` says which). The server writes them as one piece of HTML; React draws them element
 * by element in the browser, once the page runs. What is pressed before is heard by one listener around them.
 */
export function Still({
  as: Tag,
  children,
  ...rest
}: {
  as: 'tbody' | 'ul';
  className?: string;
  style?: CSSProperties;
  role?: string;
  /** With `false`: as the server draws them. */
  children: (live: boolean) => ReactNode;
}) {
  const live = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const element = useRef<HTMLElement>(null);
  useKeptFocus(element, live);
  if (live)
    return (
      <Tag key="live" ref={element as RefObject<never>} {...rest}>
        {children(true)}
      </Tag>
    );
  return (
    <Tag
      ref={element as RefObject<never>}
      {...rest}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: every text and attribute is escaped by htmlOf
      dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? htmlOf(children(false)) : '' }}
    />
  );
}

/** Somebody may have moved the focus into the rows before React drew them. */
function useKeptFocus(element: RefObject<HTMLElement | null>, live: boolean): void {
  const path = useRef<number[]>(undefined);
  useLayoutEffect(() => {
    const around = element.current;
    if (!around) return;
    if (!live) {
      path.current = pathTo(document.activeElement, around);
      return;
    }
    let at: Element | undefined = path.current && around;
    for (const index of path.current ?? []) at = at?.children[index];
    if (at instanceof HTMLElement) at.focus({ preventScroll: true });
  }, [element, live]);
}

function pathTo(inner: Element | null, around: Element): number[] | undefined {
  if (!inner || inner === around || !around.contains(inner)) return undefined;
  const path: number[] = [];
  for (let at = inner; at !== around && at.parentElement; at = at.parentElement)
    path.unshift([...at.parentElement.children].indexOf(at));
  return path;
}
