import {
  positionOf,
  STORE_LIMITS,
  type LogInspection,
  type NotPlain,
  type Position,
} from '@app/contracts/event-store.ts'
import { farewell } from '@app/postgres/connection.ts'
import type pg from 'pg'
import { IS_APPENDED } from './postgres-reader.ts'
import { storeErrorOf } from './store-errors.ts'

const CLOSED = 'select stream from log.closed_streams order by stream limit $1'
const MISPLACED = `select position, stream, revision, id, type from log.events
  where not (${IS_APPENDED}) order by position, revision limit $1`
const DISORDERED = `select distinct on (stream) position, stream, revision, id, type from (
    select *, row_number() over (partition by stream order by position) - 1 as nth from log.events where ${IS_APPENDED}
  ) e where revision <> nth order by stream, position limit $1`
const GAPS = `select after, position as before from (
    select position, lag(position, 1, 0::bigint) over (order by position) as after from log.events where ${IS_APPENDED}
  ) e where position - after > 1 order by position limit $1`
/** Those that migrations have made: what goes with a lost key. */
const OWN_TRIGGERS = [
  'vault.subjects key_loss vault.count_key_loss',
  'vault.subjects key_destroyed vault.count_key_loss',
  'vault.subjects key_frozen vault.count_key_loss',
  'vault.subjects snapshot_loss vault.drop_snapshot',
  'vault.subjects snapshot_destroyed vault.drop_snapshot',
]
/** Bodies and settings of those that migrations have made: who changes one answers and refuses as they like. */
const OWN_FUNCTIONS = [
  'log.append b04b8bf609c8f3b5',
  'log.probe 02f8ed67e05534df',
  'vault.count_key_loss d11333f51b1697c7',
  'vault.drop_snapshot 475cad23c56a3732',
]
/** The product makes plain tables in these schemas, and nothing else that acts on them. */
const NOT_PLAIN = `with tables as (
    select c.*, c.oid::regclass::text as "table" from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('log', 'record', 'vault') and c.relkind in ('r', 'p', 'v', 'm', 'f'))
  select "table", has, name from (
    select "table", 'no-table' as has, '' as name from tables where relkind <> 'r'
    union all select "table", 'row-security', '' from tables where relrowsecurity or relforcerowsecurity
    union all select "table", 'rule', r.rulename from tables t join pg_catalog.pg_rewrite r on r.ev_class = t.oid
      where t.relkind not in ('v', 'm')
    union all select "table", 'trigger', g.tgname from tables t join pg_catalog.pg_trigger g on g.tgrelid = t.oid
      where not g.tgisinternal and concat_ws(' ', "table", g.tgname, g.tgfoid::regproc) <> all ($2)
    union all select "table", 'child', i.inhrelid::regclass::text from tables t join pg_catalog.pg_inherits i on i.inhparent = t.oid
    union all select name, 'function', '' from (
      select n.nspname || '.' || p.proname as name, left(encode(sha256(convert_to(
          concat_ws('|', p.prosrc, p.prosecdef, p.proconfig, l.lanname), 'UTF8')), 'hex'), 16) as hash
        from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
          join pg_catalog.pg_language l on l.oid = p.prolang
        where n.nspname in ('log', 'record', 'vault')) f
      where concat_ws(' ', name, hash) <> all ($3)
  ) e order by "table", has, name limit $1`
/** All but the events behind a position. Without its constraints a table may have rows of no position, or several of one. */
const ROWS = `select count(*) as rows from log.events
  where not coalesce(position > $1 and ${IS_APPENDED}, false)`

/** A read by one of these finds no row that the index lacks. */
const INDEXES = ['position', 'stream, revision']
const BY_INDEX =
  'set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off'
const IDS = 'select count(*), sum(hashtextextended(id::text, 0)) from log.events'
const idsInOrder = (columns: string): string =>
  `select count(*), sum(hashtextextended(id::text, 0)) from (select id from log.events order by ${columns} offset 0) e`

interface MisplacedRow {
  readonly position: string
  readonly stream: string
  readonly revision: string
  readonly id: string
  readonly type: string
}

/** On a connection of its own, because counting a long log takes longer than any read may; of one instant. */
export async function inspectRows(connect: () => Promise<pg.Client>, upTo: Position): Promise<LogInspection> {
  const client = await connect().catch((error: unknown) => Promise.reject(storeErrorOf(error, false)))
  try {
    await client.query("set statement_timeout = '30min'; begin isolation level repeatable read read only")
    const limit = [STORE_LIMITS.readLimitMax]
    const closed = await client.query<{ stream: string }>(CLOSED, limit)
    const misplaced = await client.query<MisplacedRow>(MISPLACED, limit)
    const disordered = await client.query<MisplacedRow>(DISORDERED, limit)
    const gaps = await client.query<{ after: string; before: string }>(GAPS, limit)
    const { rows: notPlain } = await client.query<NotPlain>(NOT_PLAIN, [
      ...limit,
      OWN_TRIGGERS,
      OWN_FUNCTIONS,
    ])
    const { rows } = await client.query<{ rows: string }>(ROWS, [upTo])
    return {
      closedStreams: closed.rows.map(({ stream }) => stream),
      misplaced: misplaced.rows.map(placeOf),
      disordered: disordered.rows.map(placeOf),
      gaps: gaps.rows.map(({ after, before }) => ({ after: positionOf(after), before: positionOf(before) })),
      notPlain: [...notPlain, ...(await hidingIndexes(client))],
      rows: Number(rows[0]!.rows),
    }
  } catch (error) {
    throw storeErrorOf(error, false)
  } finally {
    void farewell(client)
  }
}

const placeOf = (row: MisplacedRow): LogInspection['misplaced'][number] => ({
  ...row,
  position: positionOf(row.position),
  revision: BigInt(row.revision),
})

/** Last of its transaction: the planner has no choice any more. */
async function hidingIndexes(client: pg.Client): Promise<readonly NotPlain[]> {
  const idsOf = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows.join()
  await client.query('set local enable_indexscan = off; set local enable_indexonlyscan = off')
  const stored = await idsOf(IDS)
  await client.query(`${BY_INDEX}; set local enable_indexscan = on`)
  const hiding: NotPlain[] = []
  for (const name of INDEXES)
    if ((await idsOf(idsInOrder(name))) !== stored) hiding.push({ table: 'log.events', has: 'index', name })
  return hiding
}
