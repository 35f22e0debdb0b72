import type { ComponentProps, MouseEvent } from 'react';
import { follow } from './navigation';

type LinkProps = ComponentProps<'a'> & {
  href: string;
  prefetch?: boolean | null;
  replace?: boolean;
  scroll?: boolean;
};

/** Stands for `next/link` in parts. */
export default function Link({ prefetch: _, replace, scroll: _scroll, onClick, ...rest }: LinkProps) {
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || (rest.target && rest.target !== '_self');
    if (event.defaultPrevented || elsewhere || rest.download !== undefined) return;
    event.preventDefault();
    follow(rest.href, replace);
  };
  return <a {...rest} onClick={press} />;
}

export const useLinkStatus = () => ({ pending: false });
