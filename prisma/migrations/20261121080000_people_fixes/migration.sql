-- AlterTable
ALTER TABLE "member" ADD COLUMN     "decided_by_id" UUID,
ADD COLUMN     "placed_at" TIMESTAMPTZ(3);

-- Everything below by hand.

-- Accounts that were made for somebody and never used.
update member m set placed_at = m.created_at
  from person p
 where p.id = m.person_id and p.must_change_password and p.email_verified_at is null and m.last_seen_at is null
   and not exists (select from session s where s.member_id = m.id);

-- An address belongs to the person: sign-in, invitations and mails name the same one.
update member m set email = p.email from person p where p.id = m.person_id and m.email is distinct from p.email;

grant update (decided_by_id, placed_at) on member to tenant;
