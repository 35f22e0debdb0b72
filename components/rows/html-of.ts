import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';

/** SVG attributes that React spells without hyphens. */
const HYPHENATED = /^(?:stroke|fill|clip)(?=[A-Z])/;
const RENAMED: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for', tabIndex: 'tabindex' };
/** Those that say `true` and `false` in words, as `aria-…` and `data-…` do. */
const WORDED = /-|^(?:draggable|spellCheck)$/;
const NOT_WRITTEN = new Set(['children', 'key', 'ref', 'suppressHydrationWarning']);
const EMPTY = new Set(['br', 'hr', 'img', 'input']);
const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/**
 * The HTML of parts without state or effects: what React's server rendering would write, for a tenth of its time. Context
 * can be read; handlers are left out.
 * @throws {TypeError} for what is not plain: promises, portals, classes
 */
export function htmlOf(node: ReactNode): string {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (typeof node === 'string') return escaped(node);
  if (typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (Array.isArray(node)) return node.map(htmlOf).join('');
  if (isValidElement<Props>(node)) return elementHtml(node);
  throw new TypeError('Only plain parts can be written as HTML');
}

type Props = Record<string, unknown> & { children?: ReactNode };
type Draw = (props: Props) => ReactNode;
/** What `memo` and `forwardRef` make. */
type Wrapped = { type?: Draw; render?: (props: Props, ref: null) => ReactNode };

function elementHtml({ type, props }: ReactElement<Props>): string {
  if (typeof type === 'string') {
    let html = `<${type}`;
    for (const name in props) html += attributeHtml(name, props[name]);
    if (EMPTY.has(type)) return `${html}/>`;
    return `${html}>${htmlOf(props.children)}</${type}>`;
  }
  if (typeof type === 'function') return htmlOf((type as Draw)(props));
  if ((type as unknown) === Fragment) return htmlOf(props.children);
  const { type: inner, render } = type as Wrapped;
  if (typeof inner === 'function') return htmlOf(inner(props));
  if (render) return htmlOf(render(props, null));
  throw new TypeError('Only plain parts can be written as HTML');
}

function attributeHtml(name: string, value: unknown): string {
  if (value === null || value === undefined || typeof value === 'function' || NOT_WRITTEN.has(name)) return '';
  if (typeof value === 'boolean' && !WORDED.test(name)) return value ? ` ${name}=""` : '';
  const text = name === 'style' ? styleText(value as Record<string, string | number>) : String(value);
  return name === 'style' && !text ? '' : ` ${spelling(name)}="${escaped(text)}"`;
}

const spelling = (name: string): string => RENAMED[name] ?? (HYPHENATED.test(name) ? hyphenated(name) : name);

const hyphenated = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Numbers are pixels. */
const styleText = (style: Record<string, string | number>): string =>
  Object.entries(style)
    .map(([name, value]) => `${hyphenated(name)}:${typeof value === 'number' && value !== 0 ? `${value}px` : value}`)
    .join(';');

const escaped = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (letter) => ESCAPED[letter] as string) : text;
