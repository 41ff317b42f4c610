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
const POLL_MS = 10
const DELAY_MS_MAX = 30
/** The short run kills on EventStoreDB only in killing.faults.test.ts. */
const PLACES = isLong ? LOG_PLACES : (['postgres'] as const)
const random = createRandom(inject('seed'))

interface AccessLog {
  readonly file: string
  readonly map: string
}

/** A generated log. */
async function sampleLog(folder: string, lines: number): Promise<AccessLog> {
  const file = join(folder, 'sample.log')
  const args = ['sample', 'access-log', file, '--lines', String(lines), '--seed', '1']
  expect(await startProgram('ops', args, { dataDir: folder }).ended).toBe(0)
  return { file, map: `${file}.map.json` }
}

/** A copy, because an import writes rejected lines beside the file. */
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
async function resultOf(product: Product, password: string, options: ProgramOptions) {
  await caughtUp(product.url)
  const request = (path: string): Promise<unknown> => asAdministrator(product.url, password, path)
  const profiles = (await request('/api/admin/profiles')) as AdminProfile[]
  // Ordered by slug, because each installation derives its own ids.
  const ids = profiles.toSorted((one, other) => (one.slug < other.slug ? -1 : 1)).map(({ id }) => id)
  const answers = await Promise.all(
    ids.map((id) => request(`/api/analytics/${id}/unified?date_range=all-time`) as Promise<UnifiedAnalytics>),
  )
  // Without fields that differ between stores or moments.
  const figures = answers.map((answer) => ({ ...answer, log_position: undefined, lag_seconds: undefined }))
  return { figures, views: await verifiedViews(options) }
}

/** The result of an undisturbed import with the log in Postgres, which all others must equal. */
async function undisturbedImport(log: AccessLog) {
  const { path: dataDir, password, remove } = await createUsedFolder()
  try {
    const product = await startProductProcess({ dataDir })
    expect(await startImport({ dataDir }, log).ended).toBe(0)
    return { events: await logOf(dataDir), ...(await resultOf(product, password, { dataDir })) }
  } finally {
    await remove()
  }
}

/**
 * The processes that are killed during the import. Import and product are then restarted in the named order; both
 * survive a kill of the log server. The import does not wait for a product that starts beside it, so that the next
 * strike may hit the start.
 */
const STRIKES = {
  postgres: ['import', 'product', 'both, import first', 'both and server, product first'],
  eventstoredb: ['log server', 'both, import first', 'both and servers, product first', 'import', 'product'],
} as const
type Strike = (typeof STRIKES)[LogPlace['kind']][number]

/** The short run makes only the first strikes, which kill most. */
const STRIKES_COUNT = isLong ? { postgres: 10, eventstoredb: 10 } : { postgres: 3, eventstoredb: 2 }

const strikesOf = (kind: LogPlace['kind']): readonly Strike[] =>
  Array.from({ length: STRIKES_COUNT[kind] }, (_none, n) => STRIKES[kind][n % STRIKES[kind].length]!)

interface Fixture {
  readonly dataDir: string
  readonly place: LogPlace
  readonly log: AccessLog
  product: StartingProduct
  importing: Program
}

async function strike(fixture: Fixture, kind: Strike): Promise<void> {
  const { dataDir, place, log } = fixture
  if (kind === 'log server') {
    await fixture.product.started
    await place.server!.kill()
    await place.server!.start()
    return
  }
  if (kind !== 'product') await fixture.importing.kill('SIGKILL')
  if (kind !== 'import') await fixture.product.program.kill('SIGKILL')
  if (kind.startsWith('both and server')) killPostmaster(dataDir)
  if (kind.startsWith('both and servers')) await place.server!.kill()
  if (kind === 'both, import first') await importAlone(fixture)
  const options = { dataDir, env: place.env }
  if (kind !== 'import') fixture.product = launchProduct(options)
  await place.server?.start()
  if (kind === 'product') return
  await fixture.product.started
  fixture.importing = startImport(options, log)
}

/** An import without the product starts the server itself; a killed import leaves the server to the next process. */
async function importAlone({ dataDir, place, log }: Fixture): Promise<void> {
  killPostmaster(dataDir)
  await goneFrom(dataDir)
  const alone = startImport({ dataDir, env: place.env }, log)
  await alone.said(' líneas ').catch(() => undefined) // it has begun, or is already done
  await alone.kill('SIGKILL')
}

/** Waits until the log has this many events, or the import is over. */
async function grownTo(
  length: number,
  { dataDir, place, importing }: Fixture,
  signal: AbortSignal,
): Promise<void> {
  let isOver = false
  void importing.ended.then(() => (isOver = true))
  while (!isOver && (await place.length(dataDir)) < length) await pause(POLL_MS, undefined, { signal })
  await pause(random() * DELAY_MS_MAX)
}

const LOGS = [
  ['a sample log', sampleLog, true] as const,
  ...(isLong ? [['the real log', realLog, existsSync(REAL_LOG_DIR)] as const] : []),
]
const CASES = LOGS.flatMap(([name, ...log]) => PLACES.map((kind) => [name, kind, ...log] as const))

test.for(CASES)(
  'an import of %s into %s gives the same result when it is killed repeatedly with and without the product [LOG-13]',
  async ([, kind, make, isThere], { signal, skip }) => {
    if (!isThere) skip(`no real log in ${REAL_LOG_DIR}: set REAL_LOG_DIR`)
    const log = await make(await ownDataFolder(), SAMPLE_LINES[kind])
    const wanted = await undisturbedImport(log)
    const place = await ownLogPlace(kind)
    const used = await folderFor(kind)
    const { dataDir } = used
    const options = { dataDir, env: place.env }
    const product = launchProduct(options)
    const { adminPassword } = await product.started
    const fixture: Fixture = { dataDir, place, log, product, importing: startImport(options, log) }
    const strikes = strikesOf(kind)
    const struck: string[] = []
    for (const [n, blow] of strikes.entries()) {
      const part = (n + 0.2 + 0.6 * random()) / (strikes.length + 1)
      await grownTo(Math.floor(part * wanted.events.length), fixture, signal)
      const length = await place.length(dataDir)
      if (length < wanted.events.length) struck.push(`${blow} at ${length}`)
      await strike(fixture, blow)
    }
    expect([await fixture.importing.ended, fixture.importing.errors()]).toEqual([0, ''])

    const events = await place.read(dataDir)
    console.log(`${kind}: ${struck.join(', ')}; ${events.length} events of ${wanted.events.length}`)
    expect(struck.length).toBeGreaterThanOrEqual(strikes.length / 2) // later ones come after its end
    expect(place.faultsOf(events)).toEqual([])
    expect(factsIn(events)).toEqual(factsIn(wanted.events))
    expect(countsIn(events)).toEqual(countsIn(wanted.events))
    const seen = await resultOf(await fixture.product.started, used.password ?? adminPassword!, options)
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
