import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshOf } from './access-log/counts.ts'
import type { Import, ImportDeps } from './access-log/import-log.ts'
import { parseMap } from './access-log/map.ts'
import { importInto } from './testing/importing.ts'
import { installProduct, trafficIn, type InstalledProduct } from './testing/installed-product.ts'
import { logLine, MAP_JSON, PHONE } from './testing/log-lines.ts'

let dir: string
let product: InstalledProduct
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'app-import-'))
  product = await installProduct()
})
afterEach(async () => {
  await product.close()
  await rm(dir, { recursive: true })
})

const TWICE = logLine({ time: '17/May/2015:12:00:00 +0000' })
const UNREADABLE = logLine().slice(0, -10)
const LINES = [
  logLine({ referrer: 'https://www.example.com/search?q=ana' }),
  logLine({ request: 'GET /ana/wa?x=1 HTTP/1.1', status: 304, time: '17/May/2015:20:00:00 -0400' }),
  logLine({ request: 'GET /ana.vcf HTTP/1.1', status: 206, userAgent: '-' }),
  logLine({ request: 'GET /luis HTTP/1.1', address: '2001:db8::7' }),
  TWICE,
  UNREADABLE,
  TWICE,
  logLine({ request: 'HEAD /ana HTTP/1.1' }),
  logLine({ status: 404 }),
  logLine({ request: '-' }),
]
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

async function logOf(lines: readonly string[], name = 'access.log'): Promise<string> {
  const file = join(dir, name)
  await writeFile(file, name.endsWith('.gz') ? gzipSync(textOf(lines)) : textOf(lines))
  return file
}

const importing = (file: string, given?: Partial<Import>, deps?: Partial<ImportDeps>) =>
  importInto(product, file, given, deps)

const NOTHING_NEW = { fresh: { tap: 0, click: 0, download: 0 }, conflicts: 0 }

describe('an import', () => {
  test('counts every line in one figure, and the figures add up to the lines read [LOG-13]', async () => {
    const { counts } = await importing(await logOf(LINES))
    expect(counts).toEqual({
      read: 10,
      fresh: { tap: 4, click: 1, download: 1 },
      known: 0,
      unmapped: 3,
      unreadable: 1,
      conflicts: 0,
    })
    const { read, known, unmapped, unreadable, conflicts } = counts
    expect(freshOf(counts) + known + unmapped + unreadable + conflicts).toBe(read)
  })

  test('gives events the content and time of their lines, and never the address [PRIV-7]', async () => {
    await importing(await logOf(LINES))
    const events = await trafficIn(product.backend)
    const tap = events.find(({ data }) => data.referrer !== undefined)
    expect(tap).toMatchObject({
      type: 'ProfileTapped',
      stream: `visit-${tap?.id}`,
      meta: {
        actor: { kind: 'visitor', id: tap?.data.visitorId },
        occurredAt: '2015-05-17T10:05:03.000Z',
        correlationId: 'import:access-log',
      },
      data: {
        visitId: tap?.id,
        source: 'link',
        referrer: 'www.example.com',
        userAgent: PHONE,
        request: 'get',
      },
    })
    const click = events.find(({ type }) => type === 'LinkClicked')
    expect(click).toMatchObject({
      stream: `interaction-${click?.id}`,
      meta: { occurredAt: '2015-05-18T00:00:00.000Z' },
      data: { network: 'whatsapp', source: 'link' },
    })
    expect(events.find(({ type }) => type === 'ContactDownloaded')?.data.userAgent).toBe('')
    expect(JSON.stringify(events.map(({ data, meta }) => ({ data, meta })))).not.toMatch(
      /203\.0\.113|2001:db8/,
    )
  })

  test('recognises a visitor over all lines of a source on one profile, but not across sources', async () => {
    const day = [logLine(), logLine({ time: '18/May/2015:10:05:03 +0000' })]
    const { keys } = product.backend // random keys
    await importing(await logOf([...day, logLine({ request: 'GET /luis HTTP/1.1' })]), {}, { keys })
    const next = await logOf([logLine({ time: '19/May/2015:10:05:03 +0000' })])
    await importing(next, { source: 'other' }, { keys })
    const events = await trafficIn(product.backend)
    const visitors = new Set(events.map(({ data }) => data.visitorId))
    expect([events.length, visitors.size]).toEqual([4, 3])
  })

  test('records a HEAD as such when the map allows it', async () => {
    const map = parseMap(JSON.stringify({ ...MAP_JSON, methods: ['GET', 'HEAD'] }), 'mapa.json')
    await importing(await logOf([logLine({ request: 'HEAD /ana HTTP/1.1' })]), { map })
    expect((await trafficIn(product.backend)).map(({ data }) => data.request)).toEqual(['head'])
  })

  test('cuts a user agent over its limit', async () => {
    const { counts } = await importing(await logOf([logLine({ userAgent: 'x'.repeat(9_000) })]))
    expect(counts.fresh.tap).toBe(1)
    expect((await trafficIn(product.backend))[0]?.data.userAgent).toBe('x'.repeat(512))
  })
})

describe('no event is appended twice', () => {
  beforeEach(async () => void (await importing(await logOf(LINES))))

  async function expectNothingNew(file: string, known: number, given: Partial<Import> = {}): Promise<void> {
    const head = await product.backend.store.headPosition()
    expect((await importing(file, given)).counts).toMatchObject({ ...NOTHING_NEW, known })
    expect(await product.backend.store.headPosition()).toBe(head)
  }

  test('by the same file [LOG-13]', () => expectNothingNew(join(dir, 'access.log'), 6))

  test('by an overlapping file, of which only the rest is new', async () => {
    const more = [
      logLine({ time: '20/May/2015:08:00:00 +0000' }),
      logLine({ time: '20/May/2015:08:00:01 +0000' }),
    ]
    const file = await logOf([...LINES.slice(3), ...more], 'next.log')
    expect((await importing(file)).counts).toMatchObject({ fresh: { tap: 2 }, known: 3 })
    await expectNothingNew(file, 5)
  })

  test('by a map that makes other events from the same lines', async () => {
    const [tap, click, ...rules] = MAP_JSON.rules
    const changed = [{ ...click, path: tap!.path }, { ...tap, path: click!.path }, ...rules]
    const map = parseMap(JSON.stringify({ ...MAP_JSON, rules: changed }), 'mapa.json')
    await expectNothingNew(join(dir, 'access.log'), 6, { map })
  })
})

describe('unreadable lines', () => {
  test('make up a file of another kind', async () => {
    const { counts } = await importing(await logOf(['{"not": "a log"}', '', '\u0000'.repeat(700_000)]))
    expect(counts).toMatchObject({ read: 3, unreadable: 3, unmapped: 0 })
  })
})

describe('files that cannot be imported', () => {
  test('a missing file and a folder are reported in one line', async () => {
    await expect(importing(join(dir, 'nowhere.log'))).rejects.toThrow('nowhere.log (ENOENT)')
    await expect(importing(dir)).rejects.toThrow('no es un archivo')
  })

  test('an empty file has no lines', async () => {
    expect((await importing(await logOf([]))).counts.read).toBe(0)
  })

  test('a truncated gzip file is imported as far as it is readable, and the damage is reported', async () => {
    const file = join(dir, 'access.log.gz')
    const many = Array.from({ length: 5_000 }, (_none, n) =>
      logLine({ address: `100.64.${n >> 8}.${n & 255}` }),
    )
    const packed = gzipSync(textOf(many))
    await writeFile(file, packed.subarray(0, packed.length / 2))
    await expect(importing(file)).rejects.toThrow(/está dañado o cortado/)
    expect(await product.backend.store.headPosition()).toBeGreaterThan(1_000n)
    await writeFile(file, packed)
    const { counts } = await importing(file)
    expect(counts.known).toBeGreaterThan(1_000)
    expect(counts.known + counts.fresh.tap).toBe(5_000)
  })
})
