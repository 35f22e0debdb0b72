import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StorageUseRecord } from '@/lib/file/schema';
import { sizeWords } from '@/lib/file/vocabulary';
import { storageQuery } from './folder-query';

/** From this share on it says whom to ask. */
const TIGHT = 0.9;

export function QuotaLine({ use, files: shown }: { use: StorageUseRecord; files: number }) {
  const [first] = useState(shown);
  const { data = use } = useQuery(storageQuery(use, shown, first));
  const { used_bytes: used, quota_bytes: quota, file_count: count } = data;
  const files = `${count} ${count === 1 ? 'file' : 'files'}`;
  if (quota === null) return <p className="pt-4 text-xs text-text-3">{files} in all</p>;
  const tight = used >= TIGHT * quota;
  return (
    <p className={tight ? 'pt-4 text-sm text-warn-text' : 'pt-4 text-xs text-text-3'}>
      Storage of the organisation: {sizeWords(used)} of {sizeWords(quota)} used by {files}
      {tight && '. Delete what is no longer needed, or ask an admin for more room.'}
    </p>
  );
}
