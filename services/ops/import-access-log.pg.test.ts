import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StoreError } from '@app/contracts/event-store.ts'
import { profileStream, slugStream } from '@app/contracts/profiles.ts'
import { slug } from '../profiles/slug.ts'
import { readStream } from '../kernel/codec.ts'
import { handle, type CommandContext, type Naming } from '../kernel/commands.ts'
import { derivedId } from '../kernel/log/ids.ts'
import { withLog } from '../kernel/testing/memory-events.ts'
import { createLineIds, parseLine } from './combined-log.ts'
import { importAccessLog, readMap, reportOf, type Import } from './import-access-log.ts'
import { installProduct, trafficIn, type InstalledProduct } from './testing/installed-product.ts'
import { logLine, MAP_JSON } from './testing/log-lines.ts'
import { PHONE } from '../../tests/support/api/test-client.ts'
import type { Ctx } from '../platform/ctx.ts'

const latin1 = (line: string): string => Buffer.from(line).toString('latin1')
const parsed = (line: string) => parseLine(latin1(line))

let dir: string
beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), 'app-import-'))))
afterAll(() => rm(dir, { recursive: true }))

async function fileOf(content: string | Buffer, name = 'access.log'): Promise<string> {
  await writeFile(join(dir, name), content)
  return join(dir, name)
}
const mapOf = async (json: unknown) => readMap(await fileOf(JSON.stringify(json), 'map.json'))

describe('a line', () => {
  test('has address, instant, request, status, referrer and user agent', () => {
    const line = logLine({ request: 'GET /ana?s=nfc&x=? HTTP/1.1', referrer: 'https://example.com/a?b=c' })
    const entry = {
      address: '203.0.113.9',
      occurredAt: '2015-05-17T10:05:03.000Z',
      method: 'GET',
      path: '/ana',
      status: 200,
      referrer: 'https://example.com/a?b=c',
      userAgent: PHONE,
    }
    expect(parsed(line)).toEqual(entry)
    expect(parsed(`${line} "203.0.113.1" 0.004`.replace(' 1234 ', ' - '))).toEqual(entry)
  })

  test('keeps what it says, however the server wrote it', () => {
    for (const [changes, fields] of [
      [{ time: '05/Sep/2026:23:59:59 -0400' }, { occurredAt: '2026-09-06T03:59:59.000Z' }],
      [{ time: '01/Jan/2026:00:10:00 +0530' }, { occurredAt: '2025-12-31T18:40:00.000Z' }],
      [
        { referrer: '-', userAgent: '-' },
        { referrer: '', userAgent: '' },
      ],
      [{ userAgent: 'a \\"b\\" \\\\ caf\\xc3\\xa9 ñ 🙂' }, { userAgent: 'a "b" \\ café ñ 🙂' }],
      [{ address: '2001:db8::1' }, { address: '2001:db8::1' }],
      [{ address: 'host.example.com' }, { address: 'host.example.com' }],
      [{ request: 'GET /a b HTTP/2.0' }, { method: 'GET', path: '/a b' }],
      [{ request: 'GET https://x.example:8443/ana?s=qr HTTP/2.0' }, { path: '/ana' }],
      [{ request: 'GET https://x.example?s=qr' }, { path: '/' }],
      [{ request: 'GET /https://x.example/a' }, { path: '/https://x.example/a' }],
      [{ request: '\\x16\\x03\\x01' }, { method: '' }],
    ] as const)
      expect(parsed(logLine(changes)), JSON.stringify(changes)).toMatchObject(fields)
    expect(parseLine(logLine({ userAgent: 'caf\u00e9' }))?.userAgent).toBe('café')
  })

  test('is unreadable when a part of it is none', () => {
    const line = logLine()
    for (const text of [
      '',
      ` ${line}`,
      line.slice(0, -12),
      line.slice(0, line.lastIndexOf(' "-"')),
      line.replace(' 200 ', ' OK '),
      `example.com:443 ${line}`,
      `${'"'.repeat(60_000)}${line}`,
      `203.0.113.9 - - [17/May/2015:10:05:03 +0000] "${'\\"'.repeat(30_000)}`,
      logLine({ address: 'example.com:443' }),
      logLine({ userAgent: 'a "b" c' }),
      logLine({ userAgent: 'x'.repeat(65_536) }),
      ...['31/Feb/2015:10:00:00', '17/Mai/2015:10:00:00', '17/May/2015:24:00:00'].map((time) =>
        logLine({ time: `${time} +0000` }),
      ),
    ])
      expect(parsed(text), text.slice(0, 200)).toBeUndefined()
  })

  test('has the id of its bytes and its ordinal among equal lines, which never changes [LOG-13]', () => {
    const idsOf = (lines: readonly string[]): string[] => lines.map(createLineIds())
    const [first, second] = idsOf(['a line', 'a line'])
    expect([first, second]).toEqual([
      'e6806137-169d-5192-9e22-d1373c4ea1ed',
      '893830fc-ec6c-5bb6-baa7-458bda148eb1',
    ])
    expect(idsOf(['b', 'a line', 'c', 'a line'])).toMatchObject({ 1: first, 3: second })
    expect(new Set(idsOf(['\u00e9', latin1('\u00e9')])).size).toBe(2)
  })
})

test('a wrong map is refused with the place of the mistake', async () => {
  const click = { path: '^/x$', profile: 'ana', event: 'click' }
  const withRule = (rule: object) => ({ ...MAP_JSON, rules: [...MAP_JSON.rules, rule] })
  for (const [json, why] of [
    [withRule(click), 'rules[4].network: Opción inválida'],
    [withRule({ ...click, event: 'clic' }), 'rules[4].event: debe ser tap, click o download'],
    [withRule({ ...click, event: 'tap', path: '(' }), 'Invalid regular expression: /(/'],
    [withRule({ ...click, event: 'tap', profile: 'Ana María' }), 'rules[4].profile: '],
    [{ ...MAP_JSON, statuses: [2000] }, 'statuses[0]: '],
    [{ ...MAP_JSON, reglas: [] }, 'su raíz: '],
    [[], 'su raíz: '],
  ] as const)
    await expect(mapOf(json), why).rejects.toThrow(`map.json no se puede usar (${why}`)
  await expect(readMap(await fileOf('{', 'map.json'))).rejects.toThrow('no se puede usar (Expected')
  await expect(readMap('/nowhere.json')).rejects.toThrow('El mapa /nowhere.json no se puede usar (ENOENT')
})

describe('an import', () => {
  let product: InstalledProduct
  beforeEach(async () => void (product = await installProduct()))
  afterEach(() => product.close())

  const aborting = new AbortController()
  async function importing(
    file: string,
    given: Partial<Import> = {},
    other: Partial<CommandContext & Naming & Pick<Ctx, 'keys'>> = {},
  ) {
    const { deps, ownerId } = product
    const terminal = { say: () => undefined, signal: new AbortController().signal }
    const job = { file, map: await mapOf(MAP_JSON), source: 'access-log', ownerId, terminal, ...given }
    return importAccessLog({ ...deps, ...other }, job)
  }
  const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('')

  const TWICE = logLine({ time: '17/May/2015:12:00:00 +0000' })
  const LINES = [
    logLine({ referrer: 'https://www.example.com/search?q=ana' }),
    logLine({ request: 'GET /ana/wa?x=1 HTTP/1.1', status: 304, time: '17/May/2015:20:00:00 -0400' }),
    logLine({ request: 'GET /ana.vcf HTTP/1.1', status: 206, userAgent: 'x'.repeat(9_000) }),
    logLine({ request: 'GET /luis HTTP/1.1', address: '2001:db8::7' }),
    TWICE,
    logLine().slice(0, -10),
    TWICE,
    logLine({ request: 'HEAD /ana HTTP/1.1' }),
    logLine({ status: 404 }),
    logLine({ request: '-' }),
    '\0'.repeat(700_000),
  ]
  const EACH = { read: 11, tap: 4, click: 1, download: 1, present: 0, unmapped: 3, unreadable: 2 }
  const AGAIN = { ...EACH, tap: 0, click: 0, download: 0, present: 6 }

  test('accounts for each line, and adds nothing the second time, by another map or a longer file [LOG-13]', async () => {
    const imported = await importing(await fileOf(textOf(LINES)))
    expect(imported).toMatchObject({ counts: EACH, unreadable: [6, 11] })
    expect(reportOf(imported)).toMatch(/Toques nuevos +4\n[^]*No se pudieron leer +2\n  línea 6\n  línea 11$/)
    const head = await product.backend.store.log.headPosition()
    const [tap, click, ...rules] = MAP_JSON.rules
    const swapped = [{ ...click, path: tap!.path }, { ...tap, path: click!.path }, ...rules]
    for (const map of [await mapOf(MAP_JSON), await mapOf({ ...MAP_JSON, rules: swapped })])
      expect((await importing(join(dir, 'access.log'), { map })).counts).toEqual(AGAIN)
    expect(await product.backend.store.log.headPosition()).toBe(head)
    const longer = [...LINES.slice(3), logLine({ time: '20/May/2015:08:00:00 +0000' })]
    expect((await importing(await fileOf(textOf(longer)))).counts).toMatchObject({ tap: 1, present: 3 })
  })

  test('gives events the content and time of their lines, and never the address [PRIV-7]', async () => {
    const map = await mapOf({ ...MAP_JSON, methods: ['GET', 'HEAD'] })
    await importing(await fileOf(textOf(LINES)), { map })
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
    const download = events.find(({ type }) => type === 'ContactDownloaded')
    expect(download?.data.userAgent).toBe('x'.repeat(512))
    expect(events.filter(({ data }) => data.request === 'head')).toHaveLength(1)
    expect(JSON.stringify(events.map(({ data, meta }) => ({ data, meta })))).not.toMatch(
      /203\.0\.113|2001:db8/,
    )
  })

  test('that was interrupted, or lost the store, is completed by the next one [LOG-13]', async () => {
    const lines = Array.from({ length: 500 }, (_none, n) =>
      logLine({ address: `100.64.${n % 3}.${n % 200}` }),
    )
    const file = await fileOf(textOf(lines))
    let appends = 0
    const store = withLog(product.deps.store, {
      append: (...asked) => {
        appends += 1
        if (appends === 100) aborting.abort()
        if (appends === 260) return Promise.reject(new StoreError('Unavailable', 'nobody there'))
        return product.deps.store.log.append(...asked)
      },
    })
    const terminal = { say: () => undefined, signal: aborting.signal }
    const { counts } = await importing(file, { terminal }, { store })
    expect(counts.read).toBeLessThan(lines.length)
    await expect(importing(file, {}, { store })).rejects.toThrow('nobody there')
    const last = (await importing(file)).counts
    expect([last.present > 100, last.present + last.tap]).toEqual([true, lines.length])
    expect(await trafficIn(product.backend)).toHaveLength(lines.length)
  })

  test('creates the profiles of slugs that nobody has, once, also after a crash', async () => {
    const idOf = (name: string) => derivedId(`imported profile ${product.deps.names.slug(name)}`)
    const actor = { kind: 'system', id: 'test' } as const
    const claim = (name: string, profileId: string) =>
      handle(product.deps.store, slug, {
        stream: slugStream(product.deps.names.slug(name)),
        command: { type: 'ClaimSlug', profileId },
        cause: { actor, occurredAt: '2026-01-01T00:00:00.000Z', correlationId: 'test' },
        newId: product.deps.newId,
      })
    const theirs = product.deps.newId()
    await claim('ana', theirs)
    await claim('luis', idOf('luis'))
    const file = await fileOf(logLine())
    for (const { profiles } of [await importing(file), await importing(file)])
      expect([...profiles]).toEqual([
        ['ana', theirs],
        ['luis', idOf('luis')],
      ])
    const created = await readStream(product.deps.store, profileStream(idOf('luis')))
    expect(created).toMatchObject([
      { type: 'ProfileCreated', data: { ownerId: product.ownerId, slug: 'luis', details: { name: 'Luis' } } },
    ])
    expect((await trafficIn(product.backend))[0]?.data.profileId).toBe(theirs)
  })
})
