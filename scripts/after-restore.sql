-- Run it once on a restored database that is newer than its log, before the product starts: read models and caches may
-- contain events that the restored log lacks. The product rebuilds all of it from the log.
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
delete from kernel.checkpoints;
commit;
