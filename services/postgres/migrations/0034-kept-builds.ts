/** Builds beside the one that queries see: made on request, and the former one, for a rollback. */
export default `
set local role svc_owner;

alter table projection.builds
  drop constraint builds_state_check,
  add constraint builds_state_check check (state in ('active', 'building', 'kept')),
  add column until bigint,
  add column kept_at timestamptz;
comment on column projection.builds.until is 'Its rows end at this position, but for erasures. Null: it follows the log.';
comment on column projection.builds.kept_at is 'When another build took its place.';

reset role;
`
