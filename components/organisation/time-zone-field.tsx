'use client';

import { useEffect, useState } from 'react';
import { SelectField } from '@/components/ui/form/select-field';

/** The clock by which the organisation counts its days. */
export function TimeZoneField({
  zone,
  error,
  onChange,
}: {
  zone: string;
  error?: string;
  onChange: (zone: string) => void;
}) {
  const [zones, setZones] = useState<readonly string[]>([zone]);
  // Only the browser has the list of all zones.
  useEffect(() => setZones([...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), zone])].sort()), [zone]);
  return (
    <SelectField
      label="Time zone"
      hint="Days of time sheets and of working days begin at midnight here. People see times in their own."
      error={error}
      value={zone}
      onChange={({ target }) => onChange(target.value)}
      options={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
    />
  );
}
