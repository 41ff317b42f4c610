// @module-tag facts
import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test, vi } from 'vitest'
import type { AdminProfile } from '@app/contracts/api/admin/admin-profiles.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic/traffic-kinds.ts'
import { createRandom } from '@app/generator/random.ts'
import { folderFor, LOG_PLACES, ownLogPlace, type LogPlace } from '../support/log-places.ts'
import { asAdministrator } from '../support/processes/product-calls.ts'
import { caughtUp, logOf, type LoggedEvent } from './product-log.ts'
import {
  createUsedFolder,
  goneFrom,
  killPostmaster,
  launchProduct,
  ownDataFolder,
  startProductProcess,
  type Product,
  type StartingProduct,
} from '../support/processes/product-process.ts'
import { startProgram, type Program, type ProgramOptions } from '../support/processes/program.ts'
import { verifiedViews } from '../support/verified-views.ts'
import { isLong } from '../support/longer-runs.ts'

vi.setConfig({ testTimeout: 1_200_000 })

const REAL_LOG_DIR = process.env.REAL_LOG_DIR ?? join(import.meta.dirname, '../../../shared/data')
/** An append takes several times as long on EventStoreDB's client. */
const SAMPLE_LINES = isLong
  ? { postgres: 20_000, eventstoredb: 8_000 }
  : { postgres: 5_000, eventstoredb: 1_500 }
const LOOK_EVERY_MS = 10
const DELAY_MS_MAX = 30
/** The short run kills on EventStoreDB where only clicks come (killing.test.ts). */
const PLACES = isLong ? LOG_PLACES : (['postgres'] as const)
const random = createRandom(inject('seed'))

interface AccessLog {
  readonly file: string
  readonly map: string
}

/** The project's own log, in the absence of another. */
async function sampleLog(folder: string, lines: number): Promise<AccessLog> {
  const file = join(folder, 'sample.log')
  const args = ['sample', 'access-log', file, '--lines', String(lines), '--seed', '1']
  expect(await startProgram('ops', args, { dataDir: folder }).ended).toBe(0)
  return { file, map: `${file}.map.json` }
}

/** A copy, because an import writes what it rejects beside the file. */
async function realLog(folder: string): Promise<AccessLog> {
  const log = { file: join(folder, 'access-2015.log.gz'), map: join(folder, 'access-map.json') }
  await cp(join(REAL_LOG_DIR, 'access-2015.log.gz'), log.file)
  await cp(join(REAL_LOG_DIR, 'access-map.json'), log.map)
  return log
}

const startImport = (options: ProgramOptions, { file, map }: AccessLog): Program =>
  startProgram('ops', ['import', 'access-log', file, '--map', map], options)

const isTraffic = ({ type }: LoggedEvent): boolean => (TRAFFIC_EVENTS as readonly string[]).includes(type)
/** The event of a line, independent of importer and time. */
const factsIn = (log: readonly LoggedEvent[]): readonly string[] =>
  log
    .filter(isTraffic)
    .map(({ id, type, occurredAt }) => `${id} ${type} ${occurredAt}`)
    .sort()
/** The number of events of each type, with those of profiles. */
const countsIn = (log: readonly LoggedEvent[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { type } of log) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

/** The visible result: rows of every read model, equal to rebuilt ones, and figures of every profile. */
async function seenOf(product: Product, password: string, options: ProgramOptions) {
  await caughtUp(product.url)
  const ask = (path: string): Promise<unknown> => asAdministrator(product.url, password, path)
  const profiles = (await ask('/api/admin/profiles')) as AdminProfile[]
  // Their ids are each installation's own, as the names of slugs are that they follow from.
  const ids = profiles.toSorted((one, other) => (one.slug < other.slug ? -1 : 1)).map(({ id }) => id)
  const answers = await Promise.all(
    ids.map((id) => ask(`/api/analytics/${id}/unified?date_range=all-time`) as Promise<UnifiedAnalytics>),
  )
  // Places in the log are each store's own, and of its lag a log says nothing while it is slow: that is of the moment.
  const figures = answers.map((answer) => ({ ...answer, log_position: undefined, lag_seconds: undefined }))
  return { figures, views: await verifiedViews(options) }
}

/** The result of an undisturbed import with the log in Postgres, which all others must equal. */
async function importInPeace(log: AccessLog) {
  const { path: dataDir, password, remove } = await createUsedFolder()
  try {
    const product = await startProductProcess({ dataDir })
    expect(await startImport({ dataDir }, log).ended).toBe(0)
    return { events: await logOf(dataDir), ...(await seenOf(product, password, { dataDir })) }
  } finally {
    await remove()
  }
}

/**
 * What is killed while the import runs; it and the product are then started again, the one that is named first. The
 * log's own server alone is survived by both. Nobody waits for a product that starts beside the import, or that would
 * be over before the next strike, which hits it starting.
 */
const STRIKES = {
  postgres: ['import', 'product', 'both, import first', 'both and server, product first'],
  eventstoredb: ['log server', 'both, import first', 'both and servers, product first', 'import', 'product'],
} as const
type Strike = (typeof STRIKES)[LogPlace['kind']][number]

/** The short run has the first three there, which hit most. */
const STRIKES_COUNT = isLong ? { postgres: 10, eventstoredb: 10 } : { postgres: 3, eventstoredb: 2 }

const strikesOf = (kind: LogPlace['kind']): readonly Strike[] =>
  Array.from({ length: STRIKES_COUNT[kind] }, (_none, n) => STRIKES[kind][n % STRIKES[kind].length]!)

interface World {
  readonly dataDir: string
  readonly place: LogPlace
  readonly log: AccessLog
  product: StartingProduct
  importing: Program
}

async function strike(world: World, kind: Strike): Promise<void> {
  const { dataDir, place, log } = world
  if (kind === 'log server') {
    await world.product.started
    await place.server!.kill()
    await place.server!.start()
    return
  }
  if (kind !== 'product') await world.importing.kill('SIGKILL')
  if (kind !== 'import') await world.product.program.kill('SIGKILL')
  if (kind.startsWith('both and server')) killPostmaster(dataDir)
  if (kind.startsWith('both and servers')) await place.server!.kill()
  if (kind === 'both, import first') await importAlone(world)
  const options = { dataDir, env: place.env }
  if (kind !== 'import') world.product = launchProduct(options)
  await place.server?.start()
  if (kind === 'product') return
  await world.product.started
  world.importing = startImport(options, log)
}

/** Without the product an import starts the server by itself; killed, it leaves it to the next process. */
async function importAlone({ dataDir, place, log }: World): Promise<void> {
  killPostmaster(dataDir)
  await goneFrom(dataDir)
  const alone = startImport({ dataDir, env: place.env }, log)
  await alone.said(' líneas ').catch(() => undefined) // it has begun, or was quick and is done
  await alone.kill('SIGKILL')
}

/** Waits until the log has this many events, or the import is over. */
async function grownTo(
  length: number,
  { dataDir, place, importing }: World,
  signal: AbortSignal,
): Promise<void> {
  let isOver = false
  void importing.ended.then(() => (isOver = true))
  while (!isOver && (await place.length(dataDir)) < length) await pause(LOOK_EVERY_MS, undefined, { signal })
  await pause(random() * DELAY_MS_MAX)
}

const LOGS = [
  ['a sample log', sampleLog, true] as const,
  ...(isLong ? [['the real log', realLog, existsSync(REAL_LOG_DIR)] as const] : []),
]
const CASES = LOGS.flatMap(([name, ...log]) => PLACES.map((kind) => [name, kind, ...log] as const))

test.for(CASES)(
  'an import of %s into %s, killed again and again with and without the product, is as one in peace [LOG-13]',
  async ([, kind, make, isThere], { signal, skip }) => {
    if (!isThere) skip(`no real log in ${REAL_LOG_DIR}: set REAL_LOG_DIR`)
    const log = await make(await ownDataFolder(), SAMPLE_LINES[kind])
    const wanted = await importInPeace(log)
    const place = await ownLogPlace(kind)
    const used = await folderFor(kind)
    const { dataDir } = used
    const options = { dataDir, env: place.env }
    const product = launchProduct(options)
    const { adminPassword } = await product.started
    const world: World = { dataDir, place, log, product, importing: startImport(options, log) }
    const strikes = strikesOf(kind)
    const struck: string[] = []
    for (const [n, blow] of strikes.entries()) {
      const part = (n + 0.2 + 0.6 * random()) / (strikes.length + 1)
      await grownTo(Math.floor(part * wanted.events.length), world, signal)
      const length = await place.length(dataDir)
      if (length < wanted.events.length) struck.push(`${blow} at ${length}`)
      await strike(world, blow)
    }
    expect([await world.importing.ended, world.importing.errors()]).toEqual([0, ''])

    const events = await place.read(dataDir)
    console.log(`${kind}: ${struck.join(', ')}; ${events.length} events of ${wanted.events.length}`)
    expect(struck.length).toBeGreaterThanOrEqual(strikes.length / 2) // the others came when it was done
    expect(place.faultsOf(events)).toEqual([])
    expect(factsIn(events)).toEqual(factsIn(wanted.events))
    expect(countsIn(events)).toEqual(countsIn(wanted.events))
    const seen = await seenOf(await world.product.started, used.password ?? adminPassword!, options)
    expect(seen).toEqual({ figures: wanted.figures, views: wanted.views })
    expect(seen.views.filter(({ differing }) => differing > 0)).toEqual([])
    expect(seen.views.find(({ table }) => table === 'traffic_facts')?.rows).toBe(factsIn(events).length)
    const signedIn = await place.read(dataDir)
    const again = startImport(options, log)
    expect(await again.ended).toBe(0)
    expect(again.output()).toMatch(/Eventos nuevos +0\n/)
    expect(await place.read(dataDir)).toEqual(signedIn)
  },
)
