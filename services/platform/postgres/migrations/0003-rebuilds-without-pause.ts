/** A rebuild follows the log to its end. One that ended before lacks later events: it goes. */
export default `
reset role;
do $$ declare ended text; begin
  for ended in select build from projection.builds where until is not null loop
    execute format('drop schema if exists %I cascade', ended);
    delete from projection.builds where build = ended;
  end loop;
end $$;
set local role svc_owner;
alter table projection.builds drop column if exists until, drop column if exists is_paused;
reset role;
`
