// What `server-only` means to a test, which is neither a browser nor Next's server.
export {};
