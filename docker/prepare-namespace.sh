#!/bin/sh
# Runs once after the Temporal server is up: creates the namespace, and the search attribute by which waiting runs are found. Running it again changes nothing.
# TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE are read by the CLI.
set -eu

until temporal operator cluster health; do sleep 1; done

temporal operator namespace describe -n "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create -n "$TEMPORAL_NAMESPACE" --retention 30d

# It takes a few seconds until every part of the server knows a new namespace.
attempt=0
until temporal operator search-attribute list | grep -q SteadyhandState; do
  attempt=$((attempt + 1))
  [ "$attempt" -le 30 ] || exit 1
  temporal operator search-attribute create --name SteadyhandState --type Keyword || sleep 2
done
