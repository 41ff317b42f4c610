/** Waiting mails become jobs. What a letter needs stays encrypted; the link of a reset is derived. */
export default `
set local role svc_owner;
insert into kernel.jobs (kind, key, due_at, set_at, tries, data)
select 'mail', concat_ws(' ', kind, subject, case when sealed is not null then id end), due_at, queued_at, tries,
  jsonb_strip_nulls(jsonb_build_object('id', id, 'sealed', sealed))
from vault.mails, lateral (select case when kind <> 'password-reset' then encode(contents, 'base64') end as sealed) letter
on conflict do nothing;
drop table vault.mails;
reset role;
`
