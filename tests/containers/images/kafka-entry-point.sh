#!/bin/bash
# Does what the official image's entry point does, as far as docker-compose.yml uses it: KAFKA_LOG_DIRS is log.dirs.
set -e
settings=/tmp/server.properties
env | sed -nE '/^KAFKA_HEAP_OPTS=/d; s/^KAFKA_([A-Z_]+)=(.*)$/\1 \2/p' | while read -r name value; do
  name=${name,,}
  echo "${name//_/.}=$value"
done > "$settings"
kafka() { exec java ${KAFKA_HEAP_OPTS:--Xmx512m} -XX:+UseSerialGC -Dorg.slf4j.simpleLogger.defaultLogLevel=error -cp '/opt/kafka/*' "$@"; }
(kafka kafka.tools.StorageTool format --ignore-formatted --cluster-id AAAAAAAAQACAAAAAAAAAAA --config "$settings")
kafka kafka.Kafka "$settings"
