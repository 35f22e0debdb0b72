/** Start of the reference of an error that ends with the database's return; the browser reads it too. */
export const UNAVAILABLE = 'unavailable-';
