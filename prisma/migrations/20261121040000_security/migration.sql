-- An address somebody wants to change to: it counts once the code that went there is entered.
ALTER TABLE "person" ADD COLUMN     "pending_email" TEXT,
ADD COLUMN     "pending_email_at" TIMESTAMPTZ(3);

alter table "person"
  add check (pending_email is null or (pending_email = lower(pending_email) and char_length(pending_email) between 3 and 254)),
  add check ((pending_email is null) = (pending_email_at is null));

-- A session goes on under a new id; the old one counts a moment longer, for what is under way.
grant update (expires_at) on session to auth;
