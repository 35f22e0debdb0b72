'use client';

import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';

export type FormErrorProps = {
  message?: string;
  fields?: readonly { id: string; message: string }[];
  /** Changes with every attempt (the action's state object), so that the same error gets focus again. */
  attempt?: unknown;
};

/** Takes focus when it appears, so that nobody misses it. */
export function FormError({ message, fields, attempt }: FormErrorProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what brings the focus here
  useEffect(() => {
    if (message) box.current?.focus();
  }, [message, attempt]);
  if (!message) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-2 rounded-sm border border-danger bg-danger-soft px-3 py-2 text-sm text-text"
    >
      <CircleAlert className="mt-0.5 text-danger-text" />
      <div>
        <p>{message}</p>
        {fields && fields.length > 0 && (
          <ul className="mt-1 list-disc pl-4">
            {fields.map((field) => (
              <li key={field.id}>
                <a href={`#${field.id}`} className="text-danger-text underline">
                  {field.message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
