'use client';

import type { ReactNode } from 'react';
import { ChipField } from '@/components/ui/form/chip-field';
import { Popover } from '@/components/ui/overlay/popover';
import type { MemberRecord } from '@/lib/member/schema';
import { PeoplePicker } from './people-picker';

export function PeopleChip({
  label,
  icon,
  people,
  chosen,
  onChange,
  error,
}: {
  label: string;
  icon: ReactNode;
  people: readonly MemberRecord[] | undefined;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  error?: string;
}) {
  const [first] = chosen;
  const name = people?.find(({ _id }) => _id === first)?.name;
  const value =
    chosen.length === 0 ? null : chosen.length === 1 && name ? (
      <span dir="auto" className="max-w-36 truncate">
        {name}
      </span>
    ) : (
      `${chosen.length}`
    );
  return (
    <ChipField
      name={label}
      icon={icon}
      error={error}
      value={
        value && (
          <>
            {chosen.length > 1 && (
              <span dir="auto" aria-hidden="true">
                {label}
              </span>
            )}
            {value}
          </>
        )
      }
    >
      {(editor) => (
        <Popover {...editor} label={label}>
          <div className="w-[min(296px,calc(100vw-48px))]">
            <PeoplePicker label={label} people={people} chosen={chosen} onChange={onChange} />
          </div>
        </Popover>
      )}
    </ChipField>
  );
}
