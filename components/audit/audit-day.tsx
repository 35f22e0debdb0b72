'use client';

import { useState } from 'react';
import { DateField } from '@/components/ui/form/date-field';

export function AuditDay({ start, ...field }: { name: string; label: string; start: string; error?: string }) {
  const [day, setDay] = useState(start);
  return <DateField {...field} value={day} onChange={setDay} />;
}
