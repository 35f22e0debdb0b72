import type { ReactNode } from 'react';

export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 dir="auto" className="text-2xl font-title">
        {title}
      </h1>
      {children && <p className="mt-2 text-read text-text-2">{children}</p>}
    </div>
  );
}
