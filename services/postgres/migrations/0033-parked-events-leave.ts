/** What folding a parked event again needs: its key in the log, and the erasure that came after it. */
export default `
set local role svc_owner;
alter table projection.parked
  add column stream text collate "C",
  add column revision bigint,
  add column erasure_stream text collate "C",
  add column is_skipped boolean not null default false;
create index parked_subjects on projection.parked (build, subject, position);
reset role;
`
