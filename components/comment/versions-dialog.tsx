'use client';

import { useQuery } from '@tanstack/react-query';
import { RenderedText } from '@/components/page/rendered-text';
import { TextVersions } from '@/components/page/text-versions';
import { versionsQuery } from './versions-query';

/** What a comment said before, the latest first. */
export function VersionsDialog({ id, version, onClose }: { id: string; version: number; onClose: () => void }) {
  const versions = useQuery(versionsQuery(id, version));
  return (
    <TextVersions of="comment" versions={versions} onClose={onClose}>
      {({ body_html }) => (body_html ? <RenderedText html={body_html} /> : <p className="text-text-3">No words</p>)}
    </TextVersions>
  );
}
