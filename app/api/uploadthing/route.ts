import { uploadthingRoute } from '@/lib/api/uploadthing';

/** Speaks UploadThing's protocol, to browsers and to the service, so it is no line of the endpoint table. */
export { uploadthingRoute as GET, uploadthingRoute as POST };
