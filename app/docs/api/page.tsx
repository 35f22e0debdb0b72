import type { Metadata } from 'next';
import { Logo } from '@/components/brand/logo';
import { openApiDocument } from '@/lib/api/openapi';
import { table } from '@/lib/api/table';
import { env } from '@/lib/env';

export const metadata: Metadata = { title: 'API' };

type Property = {
  type?: string | string[];
  enum?: unknown[];
  description?: string;
  format?: string;
  anyOf?: Property[];
};
type Operation = {
  summary?: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema?: Property }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, Property>; required?: string[] } }> };
  responses: Record<string, unknown>;
};

/** The page of the wire contract: the same table that answers the calls, in words. */
export default function ApiPage() {
  const document = openApiDocument(table, env.appUrl);
  const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return (
    <div className="mx-auto max-w-4xl px-4 py-8">
      <header className="mb-8">
        <Logo />
        <h1 className="mt-6 text-2xl font-semibold">API</h1>
        <p className="mt-2 max-w-prose text-read text-text-2">{document.info.description}</p>
        <p className="mt-2 text-sm">
          <a className="text-accent-text underline" href="/api/openapi.json">
            OpenAPI 3.1 document
          </a>
        </p>
      </header>
      <main id="main">
        <h2 className="sr-only">Endpoints</h2>
        <ul className="grid gap-4">
          {operations.map(({ path, method, operation }) => (
            <li key={`${method} ${path}`} className="rounded-lg border border-border bg-surface p-4">
              <h3 className="flex flex-wrap items-baseline gap-2 font-mono text-sm font-semibold">
                <span className="text-accent-text">{method}</span>
                <span className="break-all">{path}</span>
              </h3>
              <p className="mt-1 text-sm text-text-2">
                {operation.summary}
                {operation.security?.length === 0 ? ' · no authentication' : ''} · answers{' '}
                {Object.keys(operation.responses).join(', ')}
              </p>
              <Fields operation={operation} />
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}

function Fields({ operation }: { operation: Operation }) {
  const body = operation.requestBody?.content['application/json']?.schema;
  const fields = [
    ...(operation.parameters ?? []).map(({ name, required, schema }) => ({ name, required, schema })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      required: body?.required?.includes(name),
    })),
  ];
  if (!fields.length) return null;
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[12rem_1fr]">
      {fields.map(({ name, required, schema }) => (
        <div key={name} className="contents">
          <dt className="font-mono text-xs leading-5">
            {name}
            {required ? <span className="text-danger-text"> required</span> : null}
          </dt>
          <dd className="mb-1 break-words text-text-2">{inWords(schema)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A schema in a few words. */
function inWords(schema: Property | undefined): string {
  if (!schema) return '';
  const kind = schema.enum
    ? schema.enum.join(' | ')
    : (schema.anyOf?.map(inWords).filter(Boolean).join(' or ') ?? [schema.type].flat().filter(Boolean).join(' or '));
  return [kind, schema.format, schema.description].filter(Boolean).join(' · ');
}
