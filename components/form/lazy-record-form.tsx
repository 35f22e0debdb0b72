'use client';

import { type ComponentProps, lazy } from 'react';
import type { RecordForm } from './record-form';

const Fetched = lazy(() => import('./record-form').then((module) => ({ default: module.RecordForm })));

/** Pages with this form also show lists and boards, so it is fetched apart. No boundary: it is in the first HTML. */
export const LazyRecordForm = (props: ComponentProps<typeof RecordForm>) => <Fetched {...props} />;
