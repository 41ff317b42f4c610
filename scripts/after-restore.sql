-- To be run once on a restored database whose log is older than it, before the product is started: read models and
-- caches may hold events that the restored log lacks. All of it is made again of the log.
begin;
do $$
declare
  build text;
begin
  for build in select b.build from projection.builds b loop
    execute format('drop schema if exists %I cascade', build);
  end loop;
end
$$;
delete from projection.builds;
delete from reaction.checkpoints;
delete from vault.state_snapshots;
commit;
