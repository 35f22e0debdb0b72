import { parseAst } from 'vite';
import type { Sources } from './sources';

/** Whatever people write may be Arabic or Hebrew: an element that holds it has `dir`, and a sentence isolates it (lib/bidi). */

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Finding = { node: Node; fix: 'dir' | 'isolated' | 'bidi'; line: number };

/** Names of what people write. Those of our own words lose nothing by it. */
const WRITTEN =
  /^(?:name|names|title|body|quote|about|note|reason|label|organisation_name|summary|original|description|value|heading|text|subject|where|\w+_(?:name|title)|\w+(?:Name|Title))$/;
/** Alone, mostly words of ours, or a part of the page. */
const OURS = /^(?:label|body|value|text|heading|where)$/;
/** Nobody sees the order of their letters. */
const UNSEEN = /^(?:VisuallyHidden|title|PageTitle|script|style|code)$/;
/** They give their properties to an element. */
const PASSES_ON = /^(?:Link|ButtonLink|Heading|Radix\.Title|Radix\.Description)$/;
/** What is no text, or is written, compared and asked for. */
const NO_TEXT =
  /^(?:class|style$|href$|src$|id$|key$|htmlFor$|d$|transform$|queryKey$|insert$|aria-(?:labelledby|describedby|controls)$)/;
const FIELDS_WITHOUT =
  /^(?:hidden|checkbox|radio|file|date|time|datetime-local|number|range|color|password|email|url|tel)$/;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nameOf = (node: Node): string =>
  node.type === 'JSXMemberExpression'
    ? `${nameOf(node.object as Node)}.${nameOf(node.property as Node)}`
    : String(node.name ?? '');

/** The parts of an expression that can be its value and are what somebody wrote. */
function writtenIn(node: Node): Node[] {
  const of = (...fields: string[]) => fields.flatMap((field) => writtenIn(node[field] as Node));
  switch (node.type) {
    case 'Identifier':
      return WRITTEN.test(String(node.name)) ? [node] : [];
    case 'MemberExpression':
      return !node.computed && WRITTEN.test(String((node.property as Node).name)) ? [node] : [];
    case 'ChainExpression':
      return of('expression').length ? [node] : [];
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return of('expression');
    case 'LogicalExpression':
      return node.operator === '&&' ? of('right') : of('left', 'right');
    case 'ConditionalExpression':
      return of('consequent', 'alternate');
    default:
      return [];
  }
}

const attributesOf = (element: Node) =>
  ((element.openingElement as Node).attributes as Node[]).filter(({ type }) => type === 'JSXAttribute');
const attribute = (element: Node, name: string) =>
  attributesOf(element).find((one) => nameOf(one.name as Node) === name);

function ofChildren(parent: Node): Omit<Finding, 'line'>[] {
  const children = (parent.children as Node[]).filter((one) => !(one.type === 'JSXText' && !String(one.value).trim()));
  const isElement = parent.type === 'JSXElement';
  const tag = isElement ? nameOf((parent.openingElement as Node).name as Node) : '';
  if (isElement) {
    const className = attribute(parent, 'className')?.value as Node | undefined;
    const hidden =
      className?.type === 'Literal' && /\bsr-only\b/.test(String(className.value).replace(/\S+:sr-only/g, ''));
    if (hidden || UNSEEN.test(tag) || tag === 'bdi' || attribute(parent, 'dir')) return [];
  }
  return children
    .filter(({ type }) => type === 'JSXExpressionContainer')
    .flatMap(({ expression }): Omit<Finding, 'line'>[] => {
      const written = writtenIn(expression as Node);
      if (!written.length) return [];
      const alone = children.length === 1 && (/^[a-z]/.test(tag) || PASSES_ON.test(tag));
      return alone
        ? [{ node: parent, fix: 'dir' }]
        : written
            .filter(({ type, name }) => type !== 'Identifier' || !OURS.test(String(name)))
            .map((node) => ({ node, fix: 'isolated' }));
    });
}

function ofElement(element: Node): Omit<Finding, 'line'>[] {
  const tag = nameOf((element.openingElement as Node).name as Node);
  if (tag !== 'input' && tag !== 'textarea') return [];
  const type = attribute(element, 'type')?.value as Node | undefined;
  if (
    attribute(element, 'dir') ||
    attribute(element, 'checked') ||
    (type?.type === 'Literal' && FIELDS_WITHOUT.test(String(type.value)))
  )
    return [];
  return [{ node: element, fix: 'dir' }];
}

/** What is set, compared or asked for inside it is shown to nobody. */
function isNoText(node: Node): boolean {
  if (node.type === 'JSXAttribute') return NO_TEXT.test(nameOf(node.name as Node));
  if (node.type === 'Property') return NO_TEXT.test(nameOf(node.key as Node));
  if (node.type === 'MemberExpression') return true;
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  const { name } = callee.type === 'MemberExpression' ? (callee.property as Node) : callee;
  return /^(?:cn|fold|fits|push)$/.test(String(name));
}

function directionFindings(file: string, text: string): Finding[] {
  const found: Omit<Finding, 'line'>[] = [];
  const walk = (node: Node, tagged: boolean, seen: boolean): void => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') found.push(...ofChildren(node));
    if (node.type === 'JSXElement') found.push(...ofElement(node));
    if (node.type === 'TemplateLiteral' && !tagged && seen) {
      const spaced = (node.quasis as Node[]).some(({ value }) => / /.test((value as { raw: string }).raw));
      const written = (node.expressions as Node[]).flatMap(writtenIn).filter(({ name }) => name !== 'value');
      if (spaced && written.length) found.push({ node, fix: 'bidi' });
    }
    for (const one of childrenOf(node)) walk(one, node.type === 'TaggedTemplateExpression', seen && !isNoText(node));
  };
  walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, false, true);
  return found.map((one) => ({ ...one, line: text.slice(0, one.node.start).split('\n').length }));
}

const isOurs = (file: string) =>
  /^(?:app|components)\/.*\.tsx?$/.test(file) && !/\.(?:test|part)\.tsx?$|^components\/test\/|^app\/docs\//.test(file);

/** What a file lacks; of one that is the same it is known. */
const known = new Map<string, string[]>();

function lacks(file: string, text: string): string[] {
  const key = `${file}\0${text}`;
  const found = known.get(key) ?? directionFindings(file, text).map(({ fix, line }) => `${file}:${line} ${fix}`);
  known.set(key, found);
  return found;
}

/** `file:line` with what it lacks. */
export const withoutDirection = (sources: Sources): string[] =>
  [...sources].flatMap(([file, text]) => (isOurs(file) ? lacks(file, text) : []));
