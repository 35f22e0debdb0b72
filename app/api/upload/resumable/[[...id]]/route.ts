import { resumableRoute } from '@/lib/api/resumable';

/** Speaks a protocol of its own (tus), so it is no line of the endpoint table. */
export {
  resumableRoute as DELETE,
  resumableRoute as GET,
  resumableRoute as HEAD,
  resumableRoute as OPTIONS,
  resumableRoute as PATCH,
  resumableRoute as POST,
};
