#!/bin/bash
# Does what the official image's entry point does, as far as docker-compose.yml and testcontainers use it.
set -e
if [ "$(id -u)" = 0 ]; then
  chown postgres:postgres /var/lib/postgresql
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  user=${POSTGRES_USER:-postgres} database=${POSTGRES_DB:-${POSTGRES_USER:-postgres}}
  read -ra arguments <<< "${POSTGRES_INITDB_ARGS:-}"
  initdb --pgdata="$PGDATA" --username="$user" --auth-local=trust --auth-host=scram-sha-256 \
    --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") "${arguments[@]}"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
  run() { postgres --single -D "$PGDATA" "$1" > /dev/null; }
  [ "$database" = postgres ] || run postgres <<< "create database \"$database\";"
  for file in /docker-entrypoint-initdb.d/*.sql; do
    [ ! -e "$file" ] || run "$database" < "$file"
  done
  echo 'PostgreSQL init process complete; ready for start up.'
fi
exec "$@"
