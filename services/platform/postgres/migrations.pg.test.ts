import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, ownDatabase, poolOf } from '../../../tests/support/test-database.ts'
import { MIGRATIONS, migrate } from './migrations.ts'
import { withConnection } from './connection.ts'
import { StartError } from '@app/contracts/start-error.ts'

const NAMES = MIGRATIONS.map(({ name }) => name)
const NEXT = { name: '0098-next', sql: 'create table log.next (n int)' }
const WITH_NEXT = [...MIGRATIONS, NEXT]

const appliedIn = (url: string): Promise<readonly string[]> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from migration.applied order by name')
    return rows.map(({ name }) => name)
  })

/** A database of the present schema, gone after its test. */
async function current(): Promise<string> {
  const { url: fresh, drop } = await createTestDatabase()
  onTestFinished(drop)
  return fresh
}

const { url } = await createTestDatabase()
const app = poolOf(url, 1)
beforeAll(() => app.query(APPEND, ['a-1', randomUUID()]))

const APPEND = `select from log.append(json_build_array(json_build_object(
  'stream', $1::text, 'id', $2::uuid, 'type', 'T', 'version', 1,
  'data', json_build_object(), 'meta', json_build_object()
)), true, '2026-03-02')`

describe('migrating', () => {
  test('does nothing the second time', async () => {
    expect(await migrate(url)).toEqual([])
    expect((await app.query('select 1 from log.events')).rowCount).toBe(1)
  })

  test('runs missing migrations in order, once for several simultaneous processes, and returns their names', async () => {
    const fresh = await ownDatabase()
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(fresh, WITH_NEXT)))
    expect(ran.filter((names) => names.length > 0)).toEqual([[...NAMES, NEXT.name]])
    expect(await appliedIn(fresh)).toEqual([...NAMES, NEXT.name])
  })

  test('can be repeated after a failure, which changes nothing', async () => {
    const fresh = await current()
    const failing = [...MIGRATIONS, { ...NEXT, sql: `${NEXT.sql}; select 1 / 0` }]
    await expect(migrate(fresh, failing)).rejects.toThrow('division by zero')
    expect(await appliedIn(fresh)).toEqual(NAMES)
    expect(await migrate(fresh, WITH_NEXT)).toEqual([NEXT.name])
  })

  test('takes over a database that the program of the whole schema left, without what it had more', async () => {
    const former = await ownDatabase()
    await migrate(former, [MIGRATIONS[0]!])
    await withConnection(former, (client) =>
      client.query(
        "insert into migration.applied values ('0001-first-release'); create table vault.key_epochs (epoch int)",
      ),
    )
    expect(await migrate(former)).toEqual(NAMES.slice(1))
    await withConnection(former, async (client) => {
      expect((await client.query("select to_regclass('vault.key_epochs') as gone")).rows).toEqual([
        { gone: null },
      ])
    })
  })

  test('refuses a database of a newer program, or from before the whole schema, and changes nothing [RUN-8]', async () => {
    for (const [name, words] of [
      ['0099-future', /más nueva \(migración 0099-future\)\. Actualiza/],
      ['0019-last-texts', /anterior al 30 de noviembre de 2026: inicia una vez la de ese día.*\(DATA_DIR\)/],
    ] as const) {
      const other = name === '0019-last-texts' ? await ownDatabase() : await current()
      await withConnection(other, (client) =>
        client.query(
          `create schema if not exists migration; create table if not exists migration.applied (name text);
           insert into migration.applied (name) values ('${name}')`,
        ),
      )
      const refusal = await migrate(other).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(StartError)
      expect((refusal as StartError).message).toMatch(words)
      expect(await appliedIn(other)).toEqual(name === '0019-last-texts' ? [name] : [...NAMES, name])
    }
  })
})

describe('a login that may not change the schema', () => {
  const asApp = (database: string): string => {
    const opened = new URL(database)
    opened.searchParams.set('options', '-c role=svc_app')
    return opened.href
  }

  test('opens a current database without a write [RUN-9]', async () => {
    expect(await migrate(asApp(url))).toEqual([])
  })

  test('is refused by an outdated database, naming the necessary command and setting [RUN-9]', async () => {
    const refusal = await migrate(asApp(url), WITH_NEXT).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect((refusal as StartError).message).toMatch(/no está al día.*ops -- migrate con DATABASE_OWNER_URL/)
    expect(await appliedIn(url)).toEqual(NAMES)
  })
})

const SCHEMAS = 'log, vault, projection, kernel, record, retention, read'
const rights = (acl: string, kind: string, owner: string): string =>
  `${owner}::regrole::text, array(select a::text from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a order by 1)`
const RIGHTS = `
  with ours as (select * from pg_namespace where nspname in ('${SCHEMAS.replaceAll(', ', "', '")}'))
  select nspname::text, ${rights('nspacl', 'n', 'nspowner')} from ours
  union all select 'new in ' || nspname, ${rights('defaclacl', 'r', 'defaclrole')}
    from ours join pg_default_acl on defaclnamespace = ours.oid
  union all select 'database', ${rights('datacl', 'd', 'datdba')} from pg_database where datname = current_database()
  union all select c.oid::regclass::text, ${rights('relacl', 'r', 'relowner')}
    from ours join pg_class c on relnamespace = ours.oid and relkind in ('r', 'v')
  union all select p.oid::regprocedure::text, ${rights('proacl', 'f', 'proowner')}
    from ours join pg_proc p on pronamespace = ours.oid
  order by 1`
const rightsIn = (database: string): Promise<readonly unknown[]> =>
  withConnection(database, async (client) => (await client.query<object>(RIGHTS)).rows)

test('a database that was restored without roles gets all owners and rights again [RUN-9]', async () => {
  const fresh = await ownDatabase()
  await migrate(fresh)
  const before = await rightsIn(fresh)
  await withConnection(fresh, async (client) => {
    await client.query('reassign owned by svc_owner, svc_projector to current_user')
    for (const kind of ['all tables in schema', 'all functions in schema', 'schema'])
      await client.query(`revoke all on ${kind} ${SCHEMAS} from svc_app, svc_reader, svc_projector`)
    await client.query(
      `alter default privileges for role svc_projector in schema read revoke all on tables from svc_reader`,
    )
  })
  expect(await rightsIn(fresh)).not.toEqual(before)
  expect(await migrate(fresh)).toEqual([])
  expect(await rightsIn(fresh)).toEqual(before)
})
