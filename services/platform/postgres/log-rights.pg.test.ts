import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/test-database.ts'

const ROLES = ['svc_app', 'svc_projector', 'svc_reader'] as const
type Role = (typeof ROLES)[number]

let url: string
let sql: pg.Client
const logins = new Map<Role, { readonly name: string; readonly client: pg.Client }>()

/** A login that is a member of one role only, as an operator makes it. */
async function signIn(role: Role): Promise<void> {
  const name = `test_${role}_${randomUUID().replaceAll('-', '')}`
  await sql.query(`create role ${name} login password 'secret' in role ${role}`)
  const own = new URL(url)
  own.username = name
  own.password = 'secret'
  const client = new pg.Client({ connectionString: own.href })
  await client.connect()
  logins.set(role, { name, client })
}

beforeAll(async () => {
  ;({ url } = await createTestDatabase())
  sql = new pg.Client({ connectionString: url })
  await sql.connect()
  for (const role of ROLES) await signIn(role)
})
afterAll(async () => {
  for (const { name, client } of logins.values()) {
    await client.end()
    await sql.query(`drop role ${name}`)
  }
  await sql.end()
})

const OUT_OF_VAULT = ['log.events', 'vault.subjects', 'vault.credentials', 'vault.wrapping'].map(
  (table) => `select 1 from ${table}`,
)
/** Beyond the schemas log and record. */
const FORBIDDEN: Readonly<Record<Role, readonly string[]>> = {
  svc_app: [
    'select * from log.events for update',
    'create table log.mine (n int)',
    'drop function log.probe',
    'delete from migration.applied where false',
    'select 1 from projection.builds',
    'select 1 from kernel.checkpoints',
    'create schema mine',
    'create view read.mine as select 1',
  ],
  svc_projector: OUT_OF_VAULT,
  svc_reader: [
    ...OUT_OF_VAULT,
    'delete from projection.builds',
    'delete from kernel.checkpoints',
    'create table read.mine (n int)',
    'create schema mine',
  ],
}

const DENIED = '42501'
async function isAllowed(role: Role, statement: string): Promise<boolean> {
  const { client } = logins.get(role)!
  try {
    await client.query(`begin; ${statement}`)
    return true
  } catch (error) {
    return (error as { readonly code?: string }).code !== DENIED
  } finally {
    await client.query('rollback')
  }
}

/** The rights of each role in the schemas log and record, and who owns what is there. A new table adds its rights here. */
const RIGHTS = `
  with place as (select oid from pg_namespace where nspname in ('log', 'record')),
  relation as (select oid, relowner from pg_class where relnamespace in (select oid from place) and relkind in ('r', 'v')),
  routine as (select oid, proowner from pg_proc where pronamespace in (select oid from place))
  select concat_ws(' ', role, privilege, oid::regclass) as line
  from unnest($1::text[]) role, relation, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger']) privilege
  where has_table_privilege(role, oid, privilege)
  union all select concat_ws(' ', role, 'execute', oid::regproc) from unnest($1::text[]) role, routine
  where has_function_privilege(role, oid, 'execute')
  union all select concat_ws(' ', role, 'create', oid::regnamespace) from unnest($1::text[]) role, place
  where has_schema_privilege(role, oid, 'create')
  union all select distinct concat_ws(' ', 'owner', owner::regrole)
  from (select relowner from relation union all select proowner from routine) owned (owner)`

test('of the sealed log each role may do what is listed and nothing else [LOG-6]', async () => {
  const { rows } = await sql.query<{ line: string }>(RIGHTS, [ROLES])
  expect(rows.map(({ line }) => line).toSorted()).toEqual([
    'owner svc_owner',
    'svc_app execute log.append',
    'svc_app execute log.probe',
    'svc_app select log.events',
    'svc_projector delete record.blocks',
    'svc_projector insert record.blocks',
    'svc_projector select record.blocks',
    'svc_projector update record.blocks',
    'svc_reader select record.blocks',
  ])
})

test.each(ROLES)(
  'a login of %s alone cannot become anybody else, nor do what is for others [LOG-6]',
  async (role) => {
    const others = [...ROLES.filter((other) => other !== role), 'svc_owner', 'postgres']
    const escapes = [
      ...others.flatMap((other) => [`set role ${other}`, `set session authorization ${other}`]),
      ...others.map((other) => `select set_config('role', '${other}', false)`),
      ...others.map((other) => `grant ${other} to current_user`),
      `alter role current_user superuser`,
      `set session_replication_role = replica`,
      ...FORBIDDEN[role],
    ]
    const allowed = []
    for (const escape of escapes) if (await isAllowed(role, escape)) allowed.push(escape)
    expect(allowed).toEqual([])
  },
)

interface Given {
  readonly streams?: readonly (string | null)[]
  readonly expected?: readonly (string | null)[]
  /** The number of its append, of each event. */
  readonly append?: readonly (number | null)[]
  readonly at?: string
  readonly data?: unknown
  /** Claims that each event begins a stream. */
  readonly begins?: boolean
}
/** Appended by the login of the web process, past the program's own checks. */
async function appendRaw({
  streams = ['a-1'],
  expected = ['-1'],
  append = [1],
  at = 'now',
  data = {},
  begins = false,
}: Given) {
  const { client } = logins.get('svc_app')!
  const events = append.map((number) => {
    const place = (number ?? 1) - 1
    const of = { append: number, stream: streams[place], expected: expected[place] }
    return { ...of, id: randomUUID(), type: 'T', version: 1, data, meta: {} }
  })
  try {
    const { rows } = await client.query<{ refused: number[] }>('select refused from log.append($1, $2, $3)', [
      JSON.stringify(events),
      begins,
      at,
    ])
    return rows[0]!.refused
  } catch (error) {
    return (error as { readonly code?: string }).code
  }
}

const CHECKED = '23514'
const APPENDS: readonly (readonly [
  title: string,
  given: Given,
  outcome: unknown,
  written: readonly string[],
])[] = [
  [
    'of several streams whose events are mixed',
    { streams: ['a-1', 'b-1'], expected: ['-1', '-1'], append: [2, 1, 2] },
    [],
    ['1 b-1 0', '2 a-1 0', '3 b-1 1'],
  ],
  ['behind a gap', { expected: ['3'] }, [1], []],
  ['larger than the product ever appends', { data: 'x'.repeat(524_288) }, CHECKED, []],
  ['before the beginning', { expected: ['-5'] }, [1], []],
  [
    'twice at one revision',
    { streams: ['a-1', 'a-1'], expected: ['-1', '-1'], append: [1, 2] },
    [2],
    ['1 a-1 0'],
  ],
  [
    'of one stream that would begin twice',
    { streams: ['a-1', 'b-1', 'a-1'], expected: ['-1', '-1', '-1'], append: [1, 2, 3], begins: true },
    [3],
    ['1 a-1 0', '2 b-1 0'],
  ],
  ['to a longer name', { streams: ['a'.repeat(201)] }, CHECKED, []],
  ['to a name of the server', { streams: ['$all'] }, CHECKED, []],
  ['at no time', { at: 'infinity' }, CHECKED, []],
]

test('an append by the web login decides neither position nor revision [LOG-6]', async () => {
  const outcomes: unknown[] = []
  for (const [title, given] of APPENDS) {
    await sql.query('truncate log.events')
    const outcome = await appendRaw(given)
    const { rows } = await sql.query<{ row: string }>(
      `select concat_ws(' ', position, stream, revision) as row from log.events order by position`,
    )
    outcomes.push([title, outcome, rows.map(({ row }) => row)])
  }
  expect(outcomes).toEqual(APPENDS.map(([title, , outcome, written]) => [title, outcome, written]))
})
