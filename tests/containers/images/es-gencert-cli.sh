#!/bin/bash
# As much of es-gencert-cli as docker-compose.yml uses, by openssl.
set -e
kind=${1#create-}
shift
while [ $# -gt 0 ]; do
  case "$1" in
    -out) out=$2 ;;
    -days) days=$2 ;;
    -dns-names) names=$2 ;;
    -ca-certificate) authority=$2 ;;
    -ca-key) authority_key=$2 ;;
    *) echo "unknown: $1" >&2 && exit 1 ;;
  esac
  shift 2
done
[ ! -e "$out/$kind.crt" ] || { echo "there already: $out/$kind.crt" >&2 && exit 1; }
mkdir -p "$out"
request=(openssl req -x509 -newkey rsa:2048 -nodes -days "$days" -keyout "$out/$kind.key" -out "$out/$kind.crt" -config /dev/null)
if [ "$kind" = ca ]; then
  "${request[@]}" -subj '/CN=EventStoreDB CA' -addext basicConstraints=critical,CA:TRUE
else
  "${request[@]}" -subj '/CN=eventstoredb-node' -CA "$authority" -CAkey "$authority_key" \
    -addext basicConstraints=critical,CA:FALSE -addext "subjectAltName=DNS:${names//,/,DNS:}"
fi
