/**
 * One row a subject says whose texts are stored, since when, and by which mailbox they are found. The instants of last
 * texts stay null until the log was read once for them. A read model that was never built leaves mailboxes to that too.
 */
export default `
reset role;
do $$
declare
  people text := 'select null::text as subject, null::uuid as mailbox_id where false';
  gone text;
begin
  set local role svc_owner;
  alter table vault.subject_keys rename to subjects;
  alter table vault.subjects
    add column last_at timestamptz,
    add column mailbox_hash uuid,
    add column is_frozen boolean not null default false,
    -- How often it was frozen or freed: a state that was folded before and one folded meanwhile differ for ever.
    add column freezes integer not null default 0;
  reset role;
  if to_regclass('read.people') is not null then people := 'select subject, mailbox_id from read.people'; end if;
  execute format('
    update vault.subjects s
    set mailbox_hash = p.mailbox_id, is_frozen = coalesce(not b.is_lifted, false), freezes = coalesce(b.changes, 0)
    from vault.subjects k left join (%s) p on p.subject = k.subject and p.subject not like ''request-%%''
      left join vault.blocked_subjects b on b.subject = k.subject
    where s.subject = k.subject and (p.mailbox_id is not null or b.subject is not null)', people);
  for gone in select build from projection.builds where projection = 'people' loop
    execute format('drop schema if exists %I cascade', gone);
    delete from projection.builds where build = gone;
  end loop;
end $$;
set local role svc_owner;
comment on table vault.subjects is 'One row a person whose texts are stored: the key, wrapped by that of its epoch, the
instant of the last text, and the keyed hash of the mailbox that proves them. Nobody reads texts of a frozen one.';
create index on vault.subjects (mailbox_hash) where mailbox_hash is not null;
create index on vault.subjects ((split_part(subject, '-', 1)), last_at, subject) where wrapped_key <> '';

drop trigger block_loss on vault.subjects;
drop trigger block_destroyed on vault.subjects;
drop table vault.blocked_subjects;
drop function vault.drop_block();
-- Decrypted texts and cached states are void once a subject is frozen or freed.
create trigger key_frozen after update on vault.subjects
  for each row when (new.freezes <> old.freezes) execute function vault.count_key_loss();
reset role;
`
