'use client';

import * as Radix from '@radix-ui/react-dropdown-menu';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { KeyHint } from '@/components/ui/key-hint';
import { Link } from '@/components/ui/link';
import { cn } from '@/lib/class-names';
import { focusAfter, usePortalContainer } from './portal-container';

export type MenuProps = {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Called on closing: gets focus unless something else has it; the trigger by default. */
  finalFocus?: () => HTMLElement | null;
};

const PANEL =
  'z-popover max-h-[min(480px,var(--radix-dropdown-menu-content-available-height))] min-w-44 max-w-80 overflow-y-auto rounded-lg border border-border bg-surface p-1 text-text shadow-e2 origin-(--radix-dropdown-menu-content-transform-origin) data-[state=open]:animate-pop-in';

const ITEM =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-base outline-none select-none data-[highlighted]:bg-hover data-[disabled]:cursor-default data-[disabled]:text-text-3 pointer-coarse:min-h-11';

/** Not modal, and rendered inside `main`, so that screen readers keep the whole page. */
export function Menu({
  trigger,
  children,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
  finalFocus,
}: MenuProps) {
  const container = usePortalContainer();
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          loop
          onCloseAutoFocus={focusAfter(finalFocus)}
          className={PANEL}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type ItemParts = {
  icon?: ReactNode;
  shortcut?: string;
  /** Why it cannot be chosen now; also disables it. */
  reason?: string;
};

function ItemBody({ icon, shortcut, reason, children }: ItemParts & { children: ReactNode }) {
  return (
    <>
      {icon}
      <span className="min-w-0 flex-1 truncate">
        {children}
        {reason && (
          <span dir="auto" className="block max-w-64 text-xs whitespace-normal text-text-3">
            {reason}
          </span>
        )}
      </span>
      {shortcut && (
        <span className="contents pointer-coarse:hidden">
          <KeyHint keys={shortcut} />
        </span>
      )}
    </>
  );
}

export function MenuItem({
  onSelect,
  danger,
  children,
  ...parts
}: ItemParts & { onSelect: () => void; danger?: boolean; children: ReactNode }) {
  return (
    <Radix.Item
      onSelect={onSelect}
      disabled={Boolean(parts.reason)}
      className={cn(ITEM, danger && 'text-danger-text data-[highlighted]:bg-danger-soft')}
    >
      <ItemBody {...parts}>{children}</ItemBody>
    </Radix.Item>
  );
}

export function MenuLink({ href, children, ...parts }: ItemParts & { href: string; children: ReactNode }) {
  return (
    <Radix.Item asChild>
      <Link href={href} prefetch={false} className={ITEM}>
        <ItemBody {...parts}>{children}</ItemBody>
      </Link>
    </Radix.Item>
  );
}

export function MenuRadioGroup({
  label,
  value,
  onValueChange,
  children,
}: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  children: ReactNode;
}) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={onValueChange}>
      {children}
    </Radix.RadioGroup>
  );
}

export function MenuRadioItem({ value, children, ...parts }: ItemParts & { value: string; children: ReactNode }) {
  return (
    <Radix.RadioItem value={value} disabled={Boolean(parts.reason)} className={ITEM}>
      <ItemBody {...parts}>{children}</ItemBody>
      <span className="size-4">
        <Radix.ItemIndicator>
          <Check className="text-accent-text" />
        </Radix.ItemIndicator>
      </span>
    </Radix.RadioItem>
  );
}

/** The menu stays open while several are set. */
export function MenuCheckboxItem({
  checked,
  onCheckedChange,
  children,
  ...parts
}: ItemParts & { checked: boolean; onCheckedChange: (checked: boolean) => void; children: ReactNode }) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
      disabled={Boolean(parts.reason)}
      className={ITEM}
    >
      <ItemBody {...parts}>{children}</ItemBody>
      <span className="size-4">
        <Radix.ItemIndicator>
          <Check className="text-accent-text" />
        </Radix.ItemIndicator>
      </span>
    </Radix.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1 text-xs font-semibold text-text-3">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-border" />;
}
