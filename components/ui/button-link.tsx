import type { ComponentProps } from 'react';
import { Link } from '@/components/ui/link';
import type { ButtonLook } from './button';
import { buttonStyle } from './button-style';

export type ButtonLinkProps = ButtonLook & Omit<ComponentProps<typeof Link>, 'className' | 'style'>;

export function ButtonLink({
  variant = 'secondary',
  size = 'default',
  wide,
  icon,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonStyle(variant, size, wide)}>
      {icon}
      {children}
    </Link>
  );
}
