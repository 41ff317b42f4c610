import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test, vi } from 'vitest'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic.ts'
import { createRandom } from '@app/ops/sample/random.ts'
import { caughtUp, faultsOf, lengthOfLog, logOf, type LoggedEvent } from './product-log.ts'
import {
  goneFrom,
  killPostmaster,
  ownDataFolder,
  startProductProcess,
  type Product,
} from './product-process.ts'
import { startProgram, type Program } from './program.ts'
import { verifiedViews } from './verified-views.ts'

vi.setConfig({ testTimeout: 300_000 })

const isLong = process.env.TEST_LONG === '1'
const REAL_LOG_DIR = process.env.REAL_LOG_DIR ?? join(import.meta.dirname, '../../shared/data')
const SAMPLE_LINES = isLong ? 20_000 : 5_000
const LOOK_EVERY_MS = 10
const DELAY_MS_MAX = 30
const random = createRandom(inject('seed'))

interface AccessLog {
  readonly file: string
  readonly map: string
}

/** A log that is the project's own, for those who have no other. */
async function sampleLog(folder: string): Promise<AccessLog> {
  const file = join(folder, 'sample.log')
  const args = ['sample', 'access-log', file, '--lines', String(SAMPLE_LINES), '--seed', '1']
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

const startImport = (dataDir: string, { file, map }: AccessLog): Program =>
  startProgram('ops', ['import', 'access-log', file, '--map', map], { dataDir })

const isTraffic = ({ type }: LoggedEvent): boolean => (TRAFFIC_EVENTS as readonly string[]).includes(type)
/** What an event of a line is, whoever imports it and when. */
const factsIn = (log: readonly LoggedEvent[]): readonly string[] =>
  log
    .filter(isTraffic)
    .map(({ id, type, occurredAt }) => `${id} ${type} ${occurredAt}`)
    .sort()
/** Profiles and their names as well: how many events of each type there are. */
const countsIn = (log: readonly LoggedEvent[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { type } of log) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

/** What an import that nobody disturbs makes of the log, in another data folder. */
async function importInPeace(log: AccessLog): Promise<readonly LoggedEvent[]> {
  const dataDir = await ownDataFolder()
  const product = await startProductProcess({ dataDir })
  expect(await startImport(dataDir, log).ended).toBe(0)
  const events = await logOf(dataDir)
  expect(await product.stop()).toBe(0)
  return events
}

/** What is killed while the import runs; it and the product are then started again, the one that is named first. */
const STRIKES = ['import', 'product', 'both, import first', 'both and server, product first'] as const
type Strike = (typeof STRIKES)[number]
const strikes = Array.from(
  { length: isLong ? 10 : STRIKES.length },
  (_none, n) => STRIKES[n % STRIKES.length]!,
)

interface World {
  readonly dataDir: string
  readonly log: AccessLog
  product: Product
  importing: Program
}

async function strike(world: World, kind: Strike): Promise<void> {
  const { dataDir, log } = world
  if (kind !== 'product') await world.importing.kill('SIGKILL')
  if (kind !== 'import') await world.product.kill('SIGKILL')
  if (kind === 'both and server, product first') killPostmaster(dataDir)
  if (kind === 'both, import first') await importAlone(world)
  if (kind !== 'import') world.product = await startProductProcess({ dataDir })
  if (kind !== 'product') world.importing = startImport(dataDir, log)
}

/** Without the product an import brings up the server by itself, and killed it leaves it to whoever comes next. */
async function importAlone({ dataDir, log }: World): Promise<void> {
  killPostmaster(dataDir)
  await goneFrom(dataDir)
  const alone = startImport(dataDir, log)
  await alone.said(' líneas ').catch(() => undefined) // it has begun, or was quick and is done
  await alone.kill('SIGKILL')
}

/** Waits until the log has so many events, or the import is over. */
async function grownTo(length: number, { dataDir, importing }: World, signal: AbortSignal): Promise<void> {
  let isOver = false
  void importing.ended.then(() => (isOver = true))
  while (!isOver && (await lengthOfLog(dataDir)) < length) await pause(LOOK_EVERY_MS, undefined, { signal })
  await pause(random() * DELAY_MS_MAX)
}

const LOGS = [
  ['a sample log', sampleLog, true] as const,
  ...(isLong ? [['the real log', realLog, existsSync(REAL_LOG_DIR)] as const] : []),
]

test.for(LOGS)(
  `an import of %s, killed ${strikes.length} times with and without the product, appends each line once`,
  async ([, make, isThere], { signal, skip }) => {
    if (!isThere) skip(`no real log in ${REAL_LOG_DIR}: set REAL_LOG_DIR`)
    const log = await make(await ownDataFolder())
    const wanted = await importInPeace(log)
    const dataDir = await ownDataFolder()
    const product = await startProductProcess({ dataDir })
    const world: World = { dataDir, log, product, importing: startImport(dataDir, log) }
    const struck: string[] = []
    for (const [n, kind] of strikes.entries()) {
      const part = (n + 0.2 + 0.6 * random()) / (strikes.length + 1)
      await grownTo(Math.floor(part * wanted.length), world, signal)
      const length = await lengthOfLog(dataDir)
      if (length < wanted.length) struck.push(`${kind} at ${length}`)
      await strike(world, kind)
    }
    expect([await world.importing.ended, world.importing.errors()]).toEqual([0, ''])
    await caughtUp(world.product.url)

    const events = await logOf(dataDir)
    console.log(`${struck.join(', ')}; ${events.length} events of ${wanted.length}`)
    expect(struck.length).toBeGreaterThanOrEqual(strikes.length / 2) // the others came when it was done
    expect(faultsOf(events)).toEqual([])
    expect(factsIn(events)).toEqual(factsIn(wanted))
    expect(countsIn(events)).toEqual(countsIn(wanted))
    const views = await verifiedViews(dataDir)
    expect(views.filter(({ differing }) => differing > 0)).toEqual([])
    expect(views.find(({ table }) => table === 'traffic_facts')?.rows).toBe(factsIn(wanted).length)
    const again = startImport(dataDir, log)
    expect(await again.ended).toBe(0)
    expect(again.output()).toMatch(/Eventos nuevos +0\n/)
    expect(await logOf(dataDir)).toEqual(events)
  },
)
