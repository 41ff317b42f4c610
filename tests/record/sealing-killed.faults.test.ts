import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { createRandom, intBelow } from '@app/generator/random.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { databaseUrlOf } from '../kills/product-log.ts'
import { eventually } from '../support/eventually.ts'
import { addPreviews } from '../support/large-log.ts'
import { tap } from '../support/processes/product-calls.ts'
import {
  killPostmaster,
  ownUsedFolder,
  startProductProcess,
  type Product,
} from '../support/processes/product-process.ts'
import { runOps } from '../support/processes/run-ops.ts'

vi.setConfig({ testTimeout: 600_000 })

const OLDER_EVENTS = 50_000
const VICTIMS = ['product', 'server', 'both'] as const
/** Between the tree's tables and the seal's append, and at any moment. */
const MOMENTS = ['any', 'before the seal'] as const
const ANY_MS_MAX = 800
const LOOK_EVERY_MS = 5
const random = createRandom(inject('seed'))

interface Progress {
  readonly tree: number
  readonly sealed: number
  /** Of all events that are no seals themselves. */
  readonly due: number
}

const PROGRESS = `select
    coalesce((select size from record.tree), 0)::int as tree,
    coalesce((select (data->>'size')::int from log.events
      where stream = '${LOG_SEALS_STREAM}' and type = 'LogSealed' order by revision desc limit 1), 0) as sealed,
    (select count(*)::int from log.events where position <=
      (select max(position) from log.events where stream <> '${LOG_SEALS_STREAM}')) as due`
const HELD = "select from pg_locks where not granted and relation = 'log.events'::regclass"

/** Holds up every append, until a page is in the tree and its seal waits. */
async function holdBeforeSeal(databaseUrl: string): Promise<{ readonly end: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin; lock table log.events in share mode')
  await eventually(
    async () => {
      const { rows } = await client.query<Progress>(PROGRESS)
      const { rowCount } = await client.query(HELD)
      expect(rows[0]!.tree > rows[0]!.sealed && rowCount! > 0).toBe(true)
    },
    { what: 'a seal that waits', everyMs: LOOK_EVERY_MS },
  )
  return { end: () => client.end().catch(() => undefined) }
}

const progressOf = async (dataDir: string): Promise<Progress> =>
  withConnection(await databaseUrlOf(dataDir), async (client) => {
    const { rows } = await client.query<Progress>(PROGRESS)
    return rows[0]!
  })

test(`a log of ${OLDER_EVENTS} events is one chain after kills in the middle of its sealing [SEAL-8]`, async () => {
  const { dataDir } = await ownUsedFolder()
  await addPreviews(dataDir, OLDER_EVENTS)
  let product: Product = await startProductProcess({ dataDir })
  const seen: string[] = []
  for (const moment of MOMENTS)
    for (const victim of VICTIMS) {
      // At the end of the older log there is something to seal still.
      await tap(product.url)
      const held = moment === 'any' ? undefined : await holdBeforeSeal(await databaseUrlOf(dataDir))
      if (held === undefined) await pause(intBelow(random, ANY_MS_MAX))
      const before = await progressOf(dataDir)
      seen.push(`${moment}, ${victim}: tree ${before.tree}, sealed ${before.sealed} of ${before.due}`)
      const ended = victim === 'server' ? undefined : product.kill('SIGKILL')
      if (victim !== 'product') expect(killPostmaster(dataDir)).toBe(true)
      await held?.end()
      await ended
      if (victim !== 'server') product = await startProductProcess({ dataDir })
      await eventually(async () => expect((await progressOf(dataDir)).due).toBeGreaterThan(0))
    }
  console.info(seen.join('\n'))
  await tap(product.url)
  const isSealed = async () => {
    const { due, sealed } = await progressOf(dataDir)
    expect(sealed).toBeGreaterThanOrEqual(due)
  }
  await eventually(isSealed, { what: 'all to be sealed' })
  const verdict = await runOps({ dataDir }, 'verify', 'history')
  expect(verdict).toContain('Integridad: lo que hay es lo que se selló.')
  expect(verdict).not.toContain('tablas')
  const { tree } = await progressOf(dataDir)
  const places = await withConnection(await databaseUrlOf(dataDir), (client) =>
    client.query(
      'select count(*)::int as all, count(distinct p)::int as different from record.leaf_positions, unnest(positions) p',
    ),
  )
  expect(places.rows).toEqual([{ all: tree, different: tree }])
  // And it goes on.
  await tap(product.url)
  await eventually(isSealed)
  expect(product.errors()).toBe('')
})
