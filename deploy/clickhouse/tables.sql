-- The ledger's tables on a cluster of ClickHouse (docs/operating.md): sharded by company, so that all rows of
-- a company are on one shard, and replicated by Keeper. Run this once, in the database that CLICKHOUSE_URL
-- names. {cluster}, {shard} and {replica} are macros that each server's configuration sets.
-- On a single server nothing of this is needed: its tables are made at the first use.

CREATE TABLE IF NOT EXISTS shard_of_activity ON CLUSTER '{cluster}' (
  "company" String,
  "repository" String,
  "day" Date32,
  "person" Nullable(String),
  "kind" String,
  "commits" Int32,
  "coauthored" Int32,
  "src" Int32,
  "test" Int32,
  "docs" Int32,
  "ci" Int32,
  "infra" Int32,
  "manifest" Int32,
  "lock" Int32,
  "other" Int32,
  "bulk" Int32,
  "late7d" Int32,
  "late30d" Int32,
  load LowCardinality(String)
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/ledger_activity', '{replica}')
PARTITION BY toYYYYMM(day)
ORDER BY (company, repository, day);

CREATE TABLE IF NOT EXISTS ledger_activity ON CLUSTER '{cluster}' AS shard_of_activity
ENGINE = Distributed('{cluster}', currentDatabase(), shard_of_activity, cityHash64(company));

CREATE TABLE IF NOT EXISTS shard_of_excluded ON CLUSTER '{cluster}' (
  "company" String,
  "repository" String,
  "day" Date32,
  "reason" String,
  "commits" Int32,
  load LowCardinality(String)
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/ledger_excluded', '{replica}')
PARTITION BY toYYYYMM(day)
ORDER BY (company, repository, day);

CREATE TABLE IF NOT EXISTS ledger_excluded ON CLUSTER '{cluster}' AS shard_of_excluded
ENGINE = Distributed('{cluster}', currentDatabase(), shard_of_excluded, cityHash64(company));

CREATE TABLE IF NOT EXISTS shard_of_releases ON CLUSTER '{cluster}' (
  "company" String,
  "repository" String,
  "day" Date32,
  "tag" String,
  "kind" String,
  load LowCardinality(String)
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/ledger_releases', '{replica}')
PARTITION BY toYYYYMM(day)
ORDER BY (company, repository, day);

CREATE TABLE IF NOT EXISTS ledger_releases ON CLUSTER '{cluster}' AS shard_of_releases
ENGINE = Distributed('{cluster}', currentDatabase(), shard_of_releases, cityHash64(company));

CREATE TABLE IF NOT EXISTS shard_of_dependencies ON CLUSTER '{cluster}' (
  "company" String,
  "repository" String,
  "day" Date32,
  "dependency" String,
  "change" String,
  "commit" String,
  load LowCardinality(String)
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/ledger_dependencies', '{replica}')
PARTITION BY toYYYYMM(day)
ORDER BY (company, repository, day);

CREATE TABLE IF NOT EXISTS ledger_dependencies ON CLUSTER '{cluster}' AS shard_of_dependencies
ENGINE = Distributed('{cluster}', currentDatabase(), shard_of_dependencies, cityHash64(company));

CREATE TABLE IF NOT EXISTS shard_of_repositories ON CLUSTER '{cluster}' (
  "company" String,
  "repository" String,
  "position" Int32,
  "head" String,
  "coveredFrom" Nullable(Date32),
  "coveredThrough" Date32,
  "firstCommitOn" Nullable(Date32),
  "commits" Int32,
  "counted" Int32,
  "merges" Int32,
  "duplicates" Int32,
  "automated" Int32,
  "misdated" Int32,
  "releasesFrom" Nullable(Date32),
  "dependencyBasis" Nullable(String),
  load LowCardinality(String)
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/ledger_repositories', '{replica}')
ORDER BY (company, repository);

CREATE TABLE IF NOT EXISTS ledger_repositories ON CLUSTER '{cluster}' AS shard_of_repositories
ENGINE = Distributed('{cluster}', currentDatabase(), shard_of_repositories, cityHash64(company));

CREATE TABLE IF NOT EXISTS shard_of_created ON CLUSTER '{cluster}' (
  "company" String,
  "repository" String,
  "day" Date32,
  "listedThrough" Date32,
  load LowCardinality(String)
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/ledger_created', '{replica}')
ORDER BY (company, repository);

CREATE TABLE IF NOT EXISTS ledger_created ON CLUSTER '{cluster}' AS shard_of_created
ENGINE = Distributed('{cluster}', currentDatabase(), shard_of_created, cityHash64(company));

-- Which files were loaded whole. Every server has all of it.
CREATE TABLE IF NOT EXISTS ledger_loads ON CLUSTER '{cluster}' (
  file String,
  load String,
  rows UInt64,
  loadedAt DateTime DEFAULT now()
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/all/{database}/ledger_loads', '{shard}-{replica}')
ORDER BY (file, load);
