/** What nearly every part needs. */
export * from './actions';
export * from './axe';
export * from './connection';

export * from './editor';
export * from './finger';
export * from './keys';
export * from './mouse';
export { navigation } from './navigation';
export * from './screen';
export { list, Refusal, server } from './server';
export * from './show';
export * from './uploads';
