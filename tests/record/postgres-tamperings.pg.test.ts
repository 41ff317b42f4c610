import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { positionOf, START, type Revision } from '@app/contracts/event-store.ts'
import { afterAll, expect, test } from 'vitest'
import { openPostgresEventStore } from '@app/event-store/postgres/postgres-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { connectionConfig } from '@app/postgres/pool.ts'
import { sealNext } from '@app/record/sealing/sealer.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { TreeDiffers } from '@app/record/tree/signed-tree.ts'
import type { SealedLog } from '@app/record/testing/open-sealer.ts'
import { appendAll, appendSealed, sealedLogOf, verdictOf } from './sealed-log.ts'
import { longTest } from '../support/longer-runs.ts'
import type { HistoryFinding } from '@app/record/history/history-findings.ts'
import { tamperings, type Tamperer } from './tamperings.ts'
import { unreadableEvents, VALID_META } from './unreadable-events.ts'

const KEPT = [
  'log.events',
  'log.closed_streams',
  'record.tree',
  'record.tiles',
  'record.leaf_positions',
  'record.seals',
  'record.seal_keys',
]
const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

/** @param before run on the database before the store is opened */
async function openLog(before = ''): Promise<{
  readonly sealed: SealedLog
  readonly sql: pg.Client
  readonly url: string
}> {
  const { url } = await createTestDatabase()
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  await sql.query(before)
  const log = await openPostgresEventStore({
    connection: connectionConfig(url, { role: 'svc_app', applicationName: 'tampered' }),
    now: () => new Date('2026-11-23T12:00:00.000Z'),
    newId: randomUUID,
  })
  const sealed = sealedLogOf(log, url)
  await sql.query('alter table log.events drop constraint events_position, drop constraint events_revision')
  closing.push(async () => {
    await Promise.all([log.dispose(), sealed.pool.end()])
    await sql.end()
  })
  return { sealed, sql, url }
}

/** As the database's superuser, by SQL. */
async function openTamperer(): Promise<Tamperer> {
  const { sealed, sql } = await openLog()
  let isKept = false
  const positionAt = async (index: number) => (await wholeLog(sealed.log))[index]!.position
  return {
    sealed,
    changeData: async (index, data) =>
      void (await sql.query('update log.events set data = $2 where position = $1', [
        await positionAt(index),
        JSON.stringify(data),
      ])),
    cut: async (index) =>
      void (await sql.query('delete from log.events where position >= $1', [await positionAt(index)])),
    close: async (stream) =>
      void (await sql.query('insert into log.closed_streams values ($1, now())', [stream])),
    restore: async () => {
      for (const table of KEPT) {
        const copy = table.replace('.', '_copy_')
        if (isKept) await sql.query(`truncate ${table}; insert into ${table} select * from ${copy}`)
        else await sql.query(`create table ${copy} as table ${table}`)
      }
      isKept = true
    },
  }
}

tamperings(openTamperer)

const RAW = `insert into log.events
  select (select max(position) + 1 from log.events), $1, 0, gen_random_uuid(), 'Forged', 1, $2::json, $3::json, now()`

const LAX = `alter table log.events drop constraint events_recorded_at, alter column recorded_at drop not null,
  alter column data type text, alter column meta type text, alter column meta drop not null`
const SPOILED = [
  "recorded_at = 'infinity'",
  "recorded_at = '-infinity'",
  "data = '{'",
  'meta = null',
  "meta = ''",
]

unreadableEvents('PostgreSQL', async () => {
  const { sealed, sql } = await openLog(LAX)
  const write = async (...event: readonly string[]): Promise<void> => void (await sql.query(RAW, [...event]))
  const spoiled = (column: string) => async (stream: string) => {
    await write(stream, '{}', VALID_META)
    await sql.query(`update log.events set ${column} where stream = '${stream}'`)
  }
  return { sealed, write, others: SPOILED.map((column) => [column, spoiled(column)]) }
})

/** Somebody with every right on the database first drops what the table itself refuses. */
const UNCHECKED = `alter table log.events drop constraint events_pkey, drop constraint events_stream_revision_key;
  alter table log.events alter column position drop not null, alter column revision drop not null`
const FORGED = (position: string, revision: string): string =>
  `insert into log.events select ${position}, stream, ${revision}, gen_random_uuid(), 'Forged', version, data, meta, recorded_at
   from log.events where stream = 'test-3'`

const PUT: readonly (readonly [
  where: string,
  position: string,
  revision: string,
  kind: HistoryFinding['kind'],
])[] = [
  ['at the lowest position', '-9223372036854775808', 'revision + 1', 'misplaced'],
  ['before the first position', '0', 'revision + 1', 'misplaced'],
  ['before the first position and revision', '-7', '-1', 'misplaced'],
  ['over a revision that its stream has', '-1', 'revision', 'misplaced'],
  ['at no position', 'null', 'revision + 1', 'unread'],
  ['before the first revision', '(select max(position) + 1 from log.events)', '-1', 'misplaced'],
  ['at no revision', '(select max(position) + 1 from log.events)', 'null', 'unread'],
]

longTest(
  'an event that was put where none is appended acts in no stream, and is named [SEAL-7]',
  async () => {
    const { sealed, sql } = await openLog()
    const { log } = sealed
    await appendSealed(sealed, [5])
    await sealNext(sealed)
    await sql.query(UNCHECKED)
    const found: unknown[] = []
    for (const [where, position, revision] of PUT) {
      await sql.query(FORGED(position, revision))
      const read = [
        await log.readStream('test-3'),
        await log.readStream('test-3', { direction: 'backward' }),
        (await wholeLog(log)).filter(({ stream }) => stream === 'test-3'),
      ]
      const { findings } = await verdictOf(sealed)
      found.push([where, read.map(({ length }) => length), findings.map(({ kind }) => kind)])
      expect(await log.head('test-3'), where).toBe(0n)
      await sql.query("delete from log.events where type = 'Forged'")
    }
    expect(found).toEqual(PUT.map(([where, , , kind]) => [where, [1, 1, 1], [kind]]))
  },
)

const NOTHING =
  'create function log.nothing() returns trigger language plpgsql as $$ begin return null; end $$'
const SUBSTITUTES: readonly (readonly [sql: string, undo: string, has: readonly string[]])[] = [
  [
    'alter table log.events enable row level security; create policy hide on log.events using (position <> 3)',
    'drop policy hide on log.events; alter table log.events disable row level security',
    ['log.events row-security '],
  ],
  [
    'alter table log.events rename to kept; create view log.events as select * from log.kept where position <> 3',
    'drop view log.events; alter table log.kept rename to events',
    ['log.events no-table '],
  ],
  ['create table log.more () inherits (log.events)', 'drop table log.more', ['log.events child log.more']],
  [
    'create rule also as on insert to log.events do also nothing',
    'drop rule also on log.events',
    ['log.events rule also'],
  ],
  [
    `${NOTHING}; create trigger falls before insert on log.events for each row execute function log.nothing();
      create trigger falls after delete on record.seals execute function log.nothing()`,
    'drop function log.nothing cascade',
    ['log.events trigger falls', 'log.nothing function ', 'record.seals trigger falls'],
  ],
  [
    `${NOTHING}; create trigger snapshot_loss before delete on vault.state_snapshots for each row execute function log.nothing();
      create trigger key_destroyed after update on vault.images execute function vault.count_key_loss()`,
    'drop function log.nothing cascade; drop trigger key_destroyed on vault.images',
    [
      'log.nothing function ',
      'vault.images trigger key_destroyed',
      'vault.state_snapshots trigger snapshot_loss',
    ],
  ],
  [
    'alter function log.probe() security invoker; alter function vault.drop_snapshot() set search_path = log',
    'alter function log.probe() security definer; alter function vault.drop_snapshot() set search_path = pg_catalog, pg_temp',
    ['log.probe function ', 'vault.drop_snapshot function '],
  ],
]

/** Says that it has appended a seal, and appends all else. */
const SWALLOWS = `alter function log.append rename to append_all;
  create function log.append(
    _streams text[], _expected bigint[], _append integer[], _ids uuid[], _types text[], _versions integer[],
    _data text[], _meta text[], _recorded_at timestamptz, out head bigint, out refused integer[]
  ) language plpgsql security definer as $$
  begin
    select max(position), '{}' into head, refused from log.events;
    if 'LogSealed' = any (_types) then return; end if;
    select a.head, a.refused into head, refused from log.append_all(
      _streams, _expected, _append, _ids, _types, _versions, _data, _meta, _recorded_at) a;
  end $$`

test('a seal that the log takes and does not keep stops the sealer with that reason, and the function is named [SEAL-12]', async () => {
  const { sealed, sql } = await openLog()
  await appendSealed(sealed, [5])
  await sql.query(SWALLOWS)
  await appendAll(sealed.log, [5])
  await expect(sealNext(sealed)).rejects.toThrow('the log has not the seal of 9 that it took')
  await expect(sealNext(sealed)).rejects.toThrow(TreeDiffers)
  const { notPlain } = await sealed.log.inspect(START)
  expect(notPlain.map(({ table, has }) => `${table} ${has}`)).toEqual([
    'log.append function',
    'log.append_all function',
  ])
  await sql.query('drop function log.append; alter function log.append_all rename to append')
  expect(await sealNext(sealed)).toMatchObject({ isSealed: true })
  expect((await verdictOf(sealed)).findings).toEqual([])
})

test('a table that answers by a query, or does more than it says, is named by what it has [SEAL-7]', async () => {
  const { sealed, sql } = await openLog()
  const named = async () =>
    (await sealed.log.inspect(START)).notPlain.map(({ table, has, name }) => `${table} ${has} ${name}`)
  expect(await named()).toEqual([])
  for (const [put, undo, has] of SUBSTITUTES) {
    await sql.query(put)
    await sql.query('grant select on all tables in schema log to svc_app')
    expect([put, await named()]).toEqual([put, has])
    await sql.query(undo)
  }
  expect(await named()).toEqual([])
})

longTest('an index that hides a row from the reads of streams or of the log is named [SEAL-7]', async () => {
  const { sealed, sql } = await openLog()
  await appendSealed(sealed, [5])
  const named = async () =>
    (await sealed.log.inspect(START)).notPlain.map(({ table, has, name }) => `${table} ${has} ${name}`)
  for (const [index, columns] of [
    ['events_stream_revision_key', 'stream, revision'],
    ['events_pkey', 'position'],
  ] as const) {
    expect(await named()).toEqual([])
    const setReady = (isReady: boolean) =>
      sql.query(`update pg_index set indisready = ${isReady} where indexrelid = 'log.${index}'::regclass`)
    await setReady(false)
    await sql.query(FORGED('(select max(position) + 1 from log.events)', 'revision + 1'))
    await setReady(true)
    expect(await named()).toEqual([`log.events index ${columns}`])
    await sql.query("delete from log.events where type = 'Forged'")
  }
})

/** What is done to three streams of three events each, one after the other in the log, and where it shows. */
const MOVED: readonly (readonly [sql: string, found: readonly string[]])[] = [
  ["update log.events set revision = revision + 1 where stream = 'one'", ['one 1']],
  ["update log.events set revision = 7 where stream = 'two' and revision = 2", ['two 7']],
  ["update log.events set revision = 2 - revision where stream = 'two'", ['two 2']],
  ["delete from log.events where revision = 0 and stream <> 'two'", ['one 1', 'three 1']],
  ["delete from log.events where revision = 1 and stream = 'three'", ['three 2']],
  ["delete from log.events where revision = 2 and stream = 'three'", []],
  ["update log.events set revision = 1 where revision = 2 and stream = 'one'", ['one 1']],
  ["update log.events set stream = 'four' where stream = 'one' and revision = 2", ['four 2']],
]

longTest(
  'a stream whose revisions are not those of its order in the log is named by its first such event [SEAL-7]',
  async () => {
    const { sealed, sql } = await openLog()
    const { log } = sealed
    await appendAll(log, [1])
    const [event] = await log.readStream('test-1')
    for (const stream of ['one', 'two', 'three'])
      for (const at of [0n, 1n, 2n])
        await log.append(stream, at === 0n ? 'noStream' : ((at - 1n) as Revision), [
          { id: randomUUID(), type: event!.type, version: 1, data: event!.data, meta: event!.meta },
        ])
    await sql.query(
      'alter table log.events drop constraint events_stream_revision_key; create table kept as table log.events',
    )
    const found: unknown[] = []
    const named = async () =>
      (await log.inspect(START)).disordered.map(({ stream, revision }) => `${stream} ${revision}`)
    expect(await named()).toEqual([])
    for (const [change] of MOVED) {
      await sql.query(change)
      found.push([change, await named()])
      await sql.query('truncate log.events; insert into log.events select * from kept')
    }
    expect(found).toEqual(MOVED)
  },
)

test('an inspection has minutes for each query, however little its connection gives a read [SEAL-7]', async () => {
  const { sealed, sql } = await openLog()
  await sql.query(`alter table log.closed_streams rename to kept;
    create view log.closed_streams as select current_setting('statement_timeout') as stream;
    grant select on log.closed_streams to svc_app`)
  expect((await sealed.log.inspect(START)).closedStreams).toEqual(['30min'])
})

longTest('a row far behind the others ends no read, and the gap before it is named [SEAL-7]', async () => {
  const { sealed, sql } = await openLog()
  const { log } = sealed
  await appendSealed(sealed, [5])
  const head = await log.headPosition()
  const [far, last] = [10n ** 15n, 2n ** 63n - 1n]
  const at = (position: bigint, revision: number) =>
    sql.query(
      `insert into log.events select $1, 'test-far', $2, gen_random_uuid(), type, version, data, meta, recorded_at
       from log.events where stream = 'test-3'`,
      [position, revision],
    )
  const gaps = async () => (await verdictOf(sealed)).findings
  await at(head + 2n, 0)
  await at(far, 1)
  await appendAll(log, [100])
  const found: HistoryFinding[] = [
    { kind: 'gap', after: head, before: positionOf(head + 2n) },
    { kind: 'gap', after: positionOf(head + 2n), before: positionOf(far) },
  ]
  expect(await gaps()).toEqual(found)
  // An empty page ends a step.
  const steps = [await sealNext(sealed), await sealNext(sealed)]
  expect(steps).toMatchObject([{ isSealed: true }, { isSealed: true, isAtHead: true }])
  const read: string[] = []
  for (let [after, isAtHead, pages] = [START, false, 0]; !isAtHead; pages += 1) {
    const page = await log.readAll(after)
    read.push(...page.events.map(({ stream }) => stream).filter((stream) => stream === 'test-100'))
    ;({ scannedTo: after, isAtHead } = page)
    expect(pages).toBeLessThan(9)
  }
  expect(read).toEqual(['test-100'])
  // One that no read returns, and one at the last position of all.
  await at(far * 2n, -1)
  await at(last, 2)
  expect((await gaps()).map(({ kind }) => kind).toSorted()).toEqual(['gap', 'gap', 'gap', 'misplaced'])
})

longTest(
  'seals that nobody can read are named wherever they stand in their stream, also once it is closed [SEAL-7]',
  async () => {
    const { sealed, sql } = await openLog()
    await appendSealed(sealed, [5, 5])
    for (const revision of [9n, 10n ** 15n])
      await sql.query(
        `insert into log.events select (select max(position) + 1 from log.events), stream, $1, gen_random_uuid(), type, version, data, '{}', recorded_at
       from log.events where stream = 'log-seals' and type = 'LogSealed' order by position desc limit 1`,
        [revision],
      )
    const kinds = async () => (await verdictOf(sealed)).findings.map(({ kind }) => kind).toSorted()
    const named = ['disordered', 'foreign-signature', 'foreign-signature', 'unreadable', 'unreadable']
    expect(await kinds()).toEqual(named)
    await sql.query("insert into log.closed_streams values ('log-seals', now())")
    expect(await kinds()).toEqual([...named.slice(0, 3), 'stream-closed', ...named.slice(3)])
  },
)
