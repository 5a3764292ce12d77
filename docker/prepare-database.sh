#!/bin/sh
# Runs once before the Temporal server, in temporalio/admin-tools: creates or updates both databases. Running it again changes nothing.
# SQL_PASSWORD is read by temporal-sql-tool.
set -eu

prepare() {
  temporal-sql-tool --plugin postgres12 --ep postgres -p 5432 -u temporal --db "$1" create
  temporal-sql-tool --plugin postgres12 --ep postgres -p 5432 -u temporal --db "$1" setup-schema -v 0.0
  temporal-sql-tool --plugin postgres12 --ep postgres -p 5432 -u temporal --db "$1" update-schema -d "/etc/temporal/schema/postgresql/v12/$2/versioned"
}

prepare temporal temporal
prepare temporal_visibility visibility
