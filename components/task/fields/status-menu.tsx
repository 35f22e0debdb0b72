'use client';

import type { EditorProps } from '@/components/ui/form/editor';
import { Menu, MenuRadioGroup, MenuRadioItem } from '@/components/ui/overlay/menu';
import { STATUS_CODES, StatusMark, statusLabel } from '@/components/ui/status-mark';

export function StatusMenu({
  value,
  onChange,
  ...menu
}: EditorProps & { value: number; onChange: (status: number) => void }) {
  return (
    <Menu {...menu}>
      <MenuRadioGroup label="Status" value={String(value)} onValueChange={(status) => onChange(Number(status))}>
        {STATUS_CODES.map((status) => (
          <MenuRadioItem key={status} value={String(status)} icon={<StatusMark status={status} word="none" />}>
            {statusLabel(status)}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
