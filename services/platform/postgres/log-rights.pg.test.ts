import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/test-database.ts'

const ROLES = ['svc_app', 'svc_projector', 'svc_reader'] as const
type Role = (typeof ROLES)[number]

const LOCK_MODES = ['access share', 'row exclusive', 'access exclusive']
/** What each role may do in the schemas log and record. All else is refused; a new table adds its cells here. */
const ALLOWED: Readonly<Record<Role, Readonly<Record<string, readonly string[]>>>> = {
  svc_app: {
    'log.events': ['select', 'lock in access share mode'],
    'log.append': ['execute'],
    'log.probe': ['execute'],
  },
  svc_projector: {
    'record.blocks': [
      'select',
      'insert',
      'update',
      'delete',
      'merge',
      'select for update',
      'create a view',
      ...LOCK_MODES.map((mode) => `lock in ${mode} mode`),
    ],
  },
  svc_reader: { 'record.blocks': ['select', 'lock in access share mode'] },
}

const onTable = (table: string, column: string): Readonly<Record<string, string>> => ({
  select: `select from ${table}`,
  insert: `insert into ${table} default values`,
  update: `update ${table} set ${column} = null where false`,
  delete: `delete from ${table} where false`,
  merge: `merge into ${table} using (select 1) s on false when not matched then insert default values`,
  truncate: `truncate ${table}`,
  'select for update': `select from ${table} for update`,
  ...Object.fromEntries(
    LOCK_MODES.map((mode) => [`lock in ${mode} mode`, `lock table ${table} in ${mode} mode`]),
  ),
  'create a view': `create schema if not exists mine; create view mine.copy as select from ${table}`,
  'add a column': `alter table ${table} add column mine int`,
  'take over': `alter table ${table} owner to current_user`,
  'disable triggers': `alter table ${table} disable trigger all`,
  'allow nulls': `alter table ${table} alter column ${column} drop not null`,
  'hide rows': `alter table ${table} enable row level security`,
  'make a policy': `create policy mine on ${table} using (false)`,
  'make a rule': `create rule mine as on insert to ${table} do instead nothing`,
  'make a trigger': `create trigger mine before update on ${table} for each row execute function suppress_redundant_updates_trigger()`,
  'make an index': `create index on ${table} (${column})`,
  move: `alter table ${table} set schema public`,
  drop: `drop table ${table} cascade`,
})
const onFunction = (name: string, signature: string, call: string): Readonly<Record<string, string>> => ({
  execute: `select from ${name}(${call})`,
  'take over': `alter function ${signature} owner to current_user`,
  'run as the caller': `alter function ${signature} security invoker`,
  'let it find other tables': `alter function ${signature} set search_path = mine`,
  drop: `drop function ${signature}`,
})
const onSchema = (schema: string): Readonly<Record<string, string>> => ({
  'make a table': `create table ${schema}.mine (n int)`,
  'make a function': `create function ${schema}.mine() returns int language sql as 'select 1'`,
  'take over': `alter schema ${schema} owner to current_user`,
  drop: `drop schema ${schema} cascade`,
})

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

/** What exists, by its name, with the statements that can be tried on it. */
async function statementsOnAll(): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const { rows: tables } = await sql.query<{ name: string; column: string }>(
    `select c.oid::regclass::text as name, quote_ident(a.attname) as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
     where relnamespace in ('log'::regnamespace, 'record'::regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f')`,
  )
  const { rows: functions } = await sql.query<{ name: string; signature: string; call: string }>(
    `select pronamespace::regnamespace || '.' || proname as name, oid::regprocedure::text as signature,
       (select coalesce(string_agg('null::' || format_type(t, null), ', '), '') from unnest(proargtypes) t) as call
     from pg_proc where pronamespace in ('log'::regnamespace, 'record'::regnamespace)`,
  )
  return new Map([
    ...tables.map(({ name, column }) => [name, onTable(name, column)] as const),
    ...functions.map(({ name, signature, call }) => [name, onFunction(name, signature, call)] as const),
    ...['log', 'record'].map((schema) => [`schema ${schema}`, onSchema(schema)] as const),
  ])
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

test.each(ROLES)('of the sealed log, %s may do what is listed and nothing else [LOG-6]', async (role) => {
  const cells: string[] = []
  for (const [name, statements] of await statementsOnAll())
    for (const [what, statement] of Object.entries(statements))
      if (await isAllowed(role, statement)) cells.push(`${name}: ${what}`)
  const listed = Object.entries(ALLOWED[role]).flatMap(([name, all]) => all.map((what) => `${name}: ${what}`))
  expect(cells.toSorted()).toEqual(listed.toSorted())
})

test.each(ROLES)('a login of %s alone cannot become anybody else [LOG-6]', async (role) => {
  const others = [...ROLES.filter((other) => other !== role), 'svc_owner', 'postgres']
  const escapes = [
    ...others.flatMap((other) => [`set role ${other}`, `set session authorization ${other}`]),
    ...others.map((other) => `select set_config('role', '${other}', false)`),
    ...others.map((other) => `grant ${other} to current_user`),
    `alter role current_user superuser`,
    `set session_replication_role = replica`,
  ]
  const allowed = []
  for (const escape of escapes) if (await isAllowed(role, escape)) allowed.push(escape)
  expect(allowed).toEqual([])
})

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

const LONGEST = 'a'.repeat(200)
const CHECKED = '23514'
const APPENDS: readonly (readonly [
  title: string,
  given: Given,
  outcome: unknown,
  written: readonly string[],
])[] = [
  ['the first of a stream', {}, [], ['1 a-1 0']],
  ['of several events', { append: [1, 1, 1] }, [], ['1 a-1 0', '2 a-1 1', '3 a-1 2']],
  [
    'of several streams whose events are mixed',
    { streams: ['a-1', 'b-1'], expected: ['-1', '-1'], append: [2, 1, 2] },
    [],
    ['1 b-1 0', '2 a-1 0', '3 b-1 1'],
  ],
  ['behind a gap', { expected: ['3'] }, [1], []],
  ['larger than the product ever appends', { data: 'x'.repeat(524_288) }, CHECKED, []],
  ['before the beginning', { expected: ['-5'] }, [1], []],
  ['at the lowest number', { expected: ['-9223372036854775808'] }, [1], []],
  ['at no revision', { expected: [null] }, [1], []],
  ['of no stream', { streams: [null] }, '23502', []],
  ['of an event without a number', { append: [null] }, [], []],
  [
    'twice at one revision',
    { streams: ['a-1', 'a-1'], expected: ['-1', '-1'], append: [1, 2] },
    [2],
    ['1 a-1 0'],
  ],
  [
    'behind another of the same commit',
    { streams: ['a-1', 'a-1'], expected: ['-1', '0'], append: [1, 2] },
    [2],
    ['1 a-1 0'],
  ],
  [
    'of several streams that begin',
    { streams: ['a-1', 'b-1'], expected: ['-1', '-1'], append: [1, 2], begins: true },
    [],
    ['1 a-1 0', '2 b-1 0'],
  ],
  [
    'of one stream that would begin twice',
    { streams: ['a-1', 'b-1', 'a-1'], expected: ['-1', '-1', '-1'], append: [1, 2, 3], begins: true },
    [3],
    ['1 a-1 0', '2 b-1 0'],
  ],
  ['behind a gap that claims to begin', { expected: ['3'], begins: true }, [], ['1 a-1 0']],
  ['to the longest name', { streams: [LONGEST] }, [], [`1 ${LONGEST} 0`]],
  ['to a longer name', { streams: [`${LONGEST}a`] }, CHECKED, []],
  ['to a name of the server', { streams: ['$all'] }, CHECKED, []],
  ['to a name that ends its line', { streams: ['a-1\n'] }, CHECKED, []],
  ['to an empty name', { streams: [''] }, CHECKED, []],
  ['at no time', { at: 'infinity' }, CHECKED, []],
  ['before all time', { at: '-infinity' }, CHECKED, []],
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
