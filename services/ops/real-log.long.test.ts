import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import type { Counts } from './access-log/counts.ts'
import { importAccessLog, type Import, type Imported } from './access-log/import-log.ts'
import { readMap } from './access-log/map.ts'
import { installProduct, projectAll, trafficIn, type InstalledProduct } from './testing/installed-product.ts'
import { allRows, readProfiles, readRows } from './testing/read-model-rows.ts'
import { verifyAll } from './commands/verify-command.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = resolve(ROOT, process.env.REAL_LOG_DIR ?? '../shared/data')
const LOG = 'access-2015.log.gz'
const ABSENT = `THE REAL LOG IS ABSENT: ${join(FOLDER, LOG)} is not there, so the import of real history was NOT tested. Name its folder in REAL_LOG_DIR.`

const isThere = existsSync(join(FOLDER, LOG))

test('the real log is present', (context) => {
  if (isThere) return
  console.error(`\n${'!'.repeat(80)}\n${ABSENT}\n${'!'.repeat(80)}\n`)
  if (process.env.CI === 'true') expect.fail(ABSENT)
  context.skip(ABSENT)
})

let dir: string
/** One run of the whole file, and one that is interrupted and continued. */
let whole: InstalledProduct
let resumed: InstalledProduct
let imported: Imported
let counted: readonly CountedLine[]
const NOW = new Date('2026-01-02T12:00:00.000Z')
const LINES_BEFORE_INTERRUPTION = 4_000

beforeAll(async () => {
  if (!isThere) return
  dir = await mkdtemp(join(tmpdir(), 'app-real-log-'))
  // A copy, because unreadable lines are written beside the log.
  await copyFile(join(FOLDER, LOG), join(dir, LOG))
  counted = await recount(join(dir, LOG))
  ;[whole, resumed] = [await installProduct(), await installProduct()]
  imported = await importInto(whole, LOG)
  await projectAll(whole)
})

afterAll(async () => {
  if (!isThere) return
  await whole.close()
  await resumed.close()
  await rm(dir, { recursive: true })
})

async function importInto(
  { deps, ownerId }: InstalledProduct,
  name: string,
  given: Partial<Import> = {},
): Promise<Imported> {
  const file = join(dir, name)
  const map = await readMap(join(FOLDER, 'access-map.json'))
  const signal = new AbortController().signal
  const job = { file, map, source: 'access-log', ownerId, rejectedFile: `${file}.rejected`, signal, ...given }
  return importAccessLog({ ...deps, now: () => NOW }, job)
}

interface CountedLine {
  readonly what: string
  readonly profile: string
  readonly day: string
  readonly count: number
}

/** The same figures, computed by the awk program. */
async function recount(file: string): Promise<readonly CountedLine[]> {
  const program = join(ROOT, 'services/ops/recount-access-log.awk')
  const pipeline = ['-c', 'zcat "$1" | awk -f "$2"', 'sh', file, program]
  const { stdout } = await promisify(execFile)('sh', pipeline)
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string, string, string])
    .map(([what, profile, day, count]) => ({ what, profile, day, count: Number(count) }))
}

const sum = (lines: readonly CountedLine[], what: string, profile?: string): number =>
  lines
    .filter((line) => line.what === what && (profile === undefined || line.profile === profile))
    .reduce((total, { count }) => total + count, 0)

/** Counted and excluded facts together, from the read models. */
async function projected(): Promise<readonly CountedLine[]> {
  const rows = await readRows<{ what: string; profile_id: string; day: string; count: string }>(
    whole.url,
    `select what, profile_id, day::text, sum(count) as count from (
       select w.what, d.profile_id, d.day, w.count from read.traffic_days d,
         lateral (values ('tap', d.visits), ('click', d.clicks), ('download', d.downloads)) w(what, count)
       union all
       select kind, profile_id, (to_timestamp(at / 1000.0) at time zone 'America/Santiago')::date, 1
       from read.traffic_facts where reason is not null) f
     where count > 0 group by 1, 2, 3`,
  )
  const slugs = new Map(imported.profiles.map(({ id, slug }) => [id, slug]))
  return rows
    .map((row) => ({ ...row, profile: slugs.get(row.profile_id)!, count: Number(row.count) }))
    .map(({ what, profile, day, count }) => ({ what, profile, day, count }))
}

const KINDS = ['tap', 'click', 'download']
const sorted = (lines: readonly CountedLine[]): readonly string[] =>
  lines.map((line) => JSON.stringify(line)).sort()
const headOf = ({ backend }: InstalledProduct): Promise<bigint> => backend.store.headPosition()

describe.runIf(isThere)('the real log', () => {
  test('has 10,000 lines, of which one is malformed, and all are in the figures', () => {
    const { counts } = imported
    expect(counts).toEqual({
      read: 10_000,
      fresh: { tap: sum(counted, 'tap'), click: sum(counted, 'click'), download: sum(counted, 'download') },
      known: 0,
      unmapped: sum(counted, 'unmapped'),
      unreadable: 1,
      conflicts: 0,
    } satisfies Counts)
    expect([sum(counted, 'lines'), sum(counted, 'unreadable')]).toEqual([10_000, 1])
    expect(imported.examples).toEqual([
      { number: 8_899, text: '• - - [20/May/2015:12:05:17 +0000] "GET /scripts/grok-py-tes' },
    ])
  })

  test('gives each profile the taps, clicks and downloads of its raw lines on each Santiago day', async () => {
    const expected = counted.filter(({ what }) => KINDS.includes(what))
    expect(expected).toHaveLength(44)
    expect(sorted(await projected())).toEqual(sorted(expected))
  })

  test('gives each profile the totals of its raw lines', async () => {
    const figures = await projected()
    for (const { slug } of imported.profiles) {
      for (const kind of KINDS)
        expect(sum(figures, kind, slug), `${slug} ${kind}`).toBe(sum(counted, kind, slug))
    }
    expect(imported.profiles.map(({ slug }) => slug).sort()).toEqual([
      'articulos',
      'blog',
      'charlas',
      'inicio',
      'keynav',
      'xdotool',
    ])
  })

  test('gives each profile the unique visitors of its counted taps over all days', async () => {
    const rows = await readRows<{ profile_id: string; unique: number; distinct: number }>(
      whole.url,
      `select p.id as profile_id,
         (select coalesce(sum(visitors), 0) from read.traffic_uniques u
          where u.profile_id = p.id and day between '2015-05-17' and '2015-05-20' and previous < '2015-05-17')::int as unique,
         (select count(distinct visitor_id) from read.traffic_facts f
          where f.profile_id = p.id and kind = 'tap' and reason is null)::int as distinct
       from read.profiles p`,
    )
    expect(rows).toHaveLength(6)
    for (const row of rows) expect(row.unique).toBe(row.distinct)
    expect(Math.min(...rows.map(({ unique }) => unique))).toBeGreaterThan(0)
  })

  test('has one visitor, counted or not, for each pair of address and user agent', async () => {
    const rows = await readRows<{ profile_id: string; count: number }>(
      whole.url,
      'select profile_id, count(distinct visitor_id)::int as count from read.traffic_facts group by 1',
    )
    const slugs = new Map(imported.profiles.map(({ id, slug }) => [id, slug]))
    for (const { profile_id, count } of rows)
      expect(count).toBe(sum(counted, 'visitor', slugs.get(profile_id)))
  })

  test('appends nothing when it is imported again, even under another name', async () => {
    const [before, rows] = [await headOf(whole), await allRows(whole.url, trafficProjection)]
    await copyFile(join(dir, LOG), join(dir, 'renamed.log'))
    for (const name of [LOG, 'renamed.log']) {
      const { counts } = await importInto(whole, name)
      expect(counts).toMatchObject({ fresh: { tap: 0, click: 0, download: 0 }, known: 3_472, conflicts: 0 })
    }
    await projectAll(whole)
    expect(await headOf(whole)).toBe(before)
    expect(await allRows(whole.url, trafficProjection)).toEqual(rows)
  })

  test('gives the same events and rows when its import is interrupted and continued', async () => {
    const abort = new AbortController()
    const first = await importInto(resumed, LOG, {
      signal: abort.signal,
      onProgress: ({ lines }) => (lines > LINES_BEFORE_INTERRUPTION ? abort.abort() : undefined),
    })
    expect(first.interrupted).toBe(true)
    expect(first.counts.read).toBeLessThan(10_000)
    await projectAll(resumed)
    const second = await importInto(resumed, LOG)
    expect(second.counts.known).toBe(first.counts.read - first.counts.unmapped)
    await projectAll(resumed)
    expect(await trafficIn(resumed.backend)).toEqual(await trafficIn(whole.backend))
    expect(await allRows(resumed.url, trafficProjection)).toEqual(await allRows(whole.url, trafficProjection))
    expect(await readProfiles(resumed)).toEqual(await readProfiles(whole))
  })

  test('leaves read models that equal a rebuild from zero, row by row', async () => {
    const terminal = { say: () => undefined, signal: new AbortController().signal }
    for (const { backend } of [whole, resumed]) {
      const tables = (await verifyAll(backend, terminal)).flatMap((verification) => verification.tables)
      expect(tables.find(({ table }) => table === 'traffic_facts')?.rows).toBe(3_472)
      expect(tables.filter(({ differing }) => differing > 0)).toEqual([])
    }
  })
})
