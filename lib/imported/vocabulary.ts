/** Where imported things came from, as it is said wherever they are shown. No validator here: this file ships to browsers. */
import { bidi } from '@/lib/bidi';

export const SOURCES = ['csv', 'trello', 'jira', 'asana'] as const;
export type Source = (typeof SOURCES)[number];

export const SOURCE_LABEL: Record<Source, string> = {
  csv: 'CSV',
  trello: 'Trello',
  jira: 'Jira',
  asana: 'Asana',
};

type Imported = { source: Source; name: string | null };

/** Of a comment, beside the importer's name. */
export const writtenThere = ({ source, name }: Imported): string =>
  `imported from ${SOURCE_LABEL[source]}${name === null ? '' : bidi`, written there by ${name}`}`;

/** Of time, beside the importer's name. */
export const loggedThere = ({ source, name }: Imported): string =>
  `imported from ${SOURCE_LABEL[source]}${name === null ? '' : bidi`, logged there by ${name}`}`;
