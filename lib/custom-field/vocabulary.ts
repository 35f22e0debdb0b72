/** Fields that an organisation defines for tasks. No validator here: this file ships to browsers. */

export const FIELD_KINDS = ['text', 'number', 'date', 'choice', 'person'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
export const KIND_LABEL: Readonly<Record<FieldKind, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  choice: 'Choice',
  person: 'Person',
};

/** Of an organisation, of a choice, and letters of a text. */
export const MOST_FIELDS = 50;
export const MOST_CHOICES = 100;
export const TEXT_LENGTH = 500;
export const NAME_LENGTH = 60;

/** A text, a number, a date as `YYYY-MM-DD`, or the id of a choice or a person. */
export type CustomValue = string | number;
export type CustomValues = Readonly<Record<string, CustomValue>>;

/** How filters, orders, groups and columns name a field: they know what its values are without looking it up. */
export type FieldRef<Kind extends FieldKind = FieldKind> = `${Kind}.${string}`;
/** What tasks can be told apart by. */
export type GroupRef = FieldRef<'choice' | 'person'>;

const REF = /^(text|number|date|choice|person)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function readRef(text: string): { kind: FieldKind; id: string } | null {
  const [, kind, id] = REF.exec(text) ?? [];
  return kind && id ? { kind: kind as FieldKind, id } : null;
}
export const isRef = (text: string): text is FieldRef => REF.test(text);
export const isGroupRef = (text: string): text is GroupRef => /^(choice|person)\./.test(text) && REF.test(text);
export const refOf = ({ kind, _id }: { kind: FieldKind; _id: string }): FieldRef => `${kind}.${_id}`;
export const idOf = (ref: FieldRef): string => ref.slice(ref.indexOf('.') + 1);
