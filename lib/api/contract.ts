import type { z } from 'zod';
import type { Contract } from '@/lib/api/table';
import type { UploadedFile } from '@/lib/contract/endpoint';

/** What a call takes and answers, inferred from the endpoint table. Types alone: no validator reaches a browser. */

type FilesOf<Table> = {
  [Name in keyof Table]: Table[Name] extends { shape: 'file' } ? Name : never;
}[keyof Table];

/** `METHOD path` of every endpoint that answers a file, and of every other. */
export type FileName = FilesOf<Contract>;
export type CallName = Exclude<keyof Contract, FileName>;

/** A file is sent as the browser has it, and arrives as an UploadedFile. */
type AsSent<Input> = { [Field in keyof Input]: Input[Field] extends UploadedFile ? File : Input[Field] };

/** Query string, body and path parameters of a call together. */
export type InputOf<Name extends keyof Contract> = AsSent<z.input<Contract[Name]['input']>>;

/** A page of a longer list, as the wire shows it. */
type ListAnswer<T> = {
  docs: T[];
  totalDocs: number;
  page: number;
  limit: number;
  totalPages: number;
  hasNextPage: boolean;
  hasPrevPage: boolean;
  next_cursor?: string | null;
};

/** What a call answers: the record, or the page of a list. */
export type AnswerOf<Name extends CallName> = Contract[Name] extends { shape: 'list' }
  ? ListAnswer<z.output<Contract[Name]['output']>>
  : z.output<Contract[Name]['output']>;
