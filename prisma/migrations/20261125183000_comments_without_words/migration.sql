-- What is attached to a comment may say enough.
alter table comment
  drop constraint comment_body_check,
  add constraint comment_body_check check (char_length(body) <= 20000);
