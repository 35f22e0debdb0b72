'use client';

import { type ComponentProps, lazy } from 'react';
import type { RecordForm } from './record-form';

const Fetched = lazy(() => import('./record-form').then((module) => ({ default: module.RecordForm })));

/**
 * The form of a record, fetched by the pages that draw one: their addresses show lists and boards as well. Without a boundary
 * of its own it is part of the page's first HTML, which needs no script to be shown.
 */
export const LazyRecordForm = (props: ComponentProps<typeof RecordForm>) => <Fetched {...props} />;
