/** What the panel says of builds beside the live one, and what it may order. */
export default `
set local role svc_owner;

alter table projection.builds
  add column events bigint,
  add column caught_up_at timestamptz,
  add column is_paused boolean not null default false,
  add column error text,
  add column differing bigint;
alter table projection.builds alter column events set default 0;
comment on column projection.builds.events is 'Read into its rows so far. Null: it is older than this count.';
comment on column projection.builds.caught_up_at is 'When its rows first were as far as the log.';
comment on column projection.builds.is_paused is 'Nobody folds it. No query sees it.';
comment on column projection.builds.error is 'Why it stopped, until it goes on.';
comment on column projection.builds.differing is 'Rows that differ from the live build, as the last comparison found.';

reset role;
`
