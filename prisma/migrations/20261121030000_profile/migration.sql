-- CreateTable
CREATE TABLE "person_picture" (
    "person_id" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_picture_pkey" PRIMARY KEY ("person_id")
);

-- AddForeignKey
ALTER TABLE "person_picture" ADD CONSTRAINT "person_picture_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Everything below by hand: limits, row-level security, grants.
alter table "person_picture"
  add check (version ~ '^[A-Za-z0-9_-]{16,43}$'),
  -- 256 by 256 points of WebP; what is larger was not made by us.
  add check (octet_length(bytes) between 1 and 262144);
alter table person_picture enable row level security;
alter table person_picture force row level security;
do $$ begin
  execute format('create policy owner_all on person_picture to %I using (true) with check (true)', current_user);
end $$;

-- Of a person, not of a seat: read and written as `auth`, after the door has said whether the member may be seen.
grant select, insert, update, delete on person_picture to auth;
create policy auth_all on person_picture to auth using (true) with check (true);
