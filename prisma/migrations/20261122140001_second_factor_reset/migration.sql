-- When those who look after people in this organisation reset the second factor of somebody who lost it.
alter table "member" add column "second_factor_reset_at" timestamptz(3);
