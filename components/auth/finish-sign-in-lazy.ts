import { lazy } from 'react';

/** Fetched by the few who have a second factor. */
export const FinishSignIn = lazy(() => import('./finish-sign-in').then((module) => ({ default: module.FinishSignIn })));
