'use client';

import { type ComponentProps, lazy } from 'react';
import type { ImportScreen } from './import-screen';
import type { PastImports } from './past-imports';

const Fetched = lazy(() => import('./import-screen').then((module) => ({ default: module.ImportScreen })));

/** Its page also shows lists and boards, so it is fetched apart. */
export const LazyImportScreen = (props: ComponentProps<typeof ImportScreen>) => <Fetched {...props} />;

const FetchedPast = lazy(() => import('./past-imports').then((module) => ({ default: module.PastImports })));

export const LazyPastImports = (props: ComponentProps<typeof PastImports>) => <FetchedPast {...props} />;
