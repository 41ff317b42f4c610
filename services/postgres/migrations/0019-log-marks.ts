/** Positions alone do not distinguish a log from an older copy of it that has grown again. */
export default `
set local role svc_owner;

alter table projection.builds
  add column mark_position bigint,
  add column mark_stream text collate "C",
  add column mark_revision bigint,
  add column mark_id uuid;
comment on column projection.builds.mark_id is 'The id of the last event in the rows. A log without it is an older copy that has grown again.';

alter table reaction.checkpoints
  add column mark_stream text collate "C",
  add column mark_revision bigint,
  add column mark_id uuid;
comment on column reaction.checkpoints.mark_id is 'The id of the last event that was reacted to.';

reset role;
`
