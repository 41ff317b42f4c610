import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StoreError, type EventStore } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { slugStream } from '@app/contracts/events/slug-events.ts'
import { slug } from '@app/domain/slug.ts'
import { handle } from '@app/event-store/handle.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { importInto } from './testing/importing.ts'
import { installProduct, trafficIn, type InstalledProduct } from './testing/installed-product.ts'
import { logLine } from './testing/log-lines.ts'

let dir: string
let product: InstalledProduct
const opened: InstalledProduct[] = []
const install = async (): Promise<InstalledProduct> => {
  const installed = await installProduct()
  opened.push(installed)
  return installed
}
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'app-import-'))
  product = await install()
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await rm(dir, { recursive: true })
})

const LINES_COUNT = 2_000
const REQUESTS = ['GET /ana', 'GET /ana/wa', 'GET /ana.vcf', 'GET /luis', 'GET /nada']
const two = (number: number): string => String(number).padStart(2, '0')

/** Many lines of few visitors, some of them identical, out of chronological order. */
async function longLog(): Promise<string> {
  const lines = Array.from({ length: LINES_COUNT }, (_none, n) => {
    const time = `17/May/2015:${two((n * 7) % 24)}:${two((n >> 3) % 60)}:00 +0000`
    return logLine({ address: `100.64.0.${n % 40}`, time, request: `${REQUESTS[(n >> 1) % 5]} HTTP/1.1` })
  })
  const file = join(dir, 'access.log')
  await writeFile(file, [...lines, ...lines.slice(0, 100), 'unreadable'].join('\n'))
  return file
}

/** The product's store with some of its appends replaced. */
const storeWith = (append: (real: EventStore['append']) => EventStore['append']): EventStore => ({
  ...product.deps.store,
  append: append(product.deps.store.append),
})

describe('an import that is interrupted', () => {
  test('counts its appends, and the next run completes the log of an uninterrupted run', async () => {
    const file = await longLog()
    const abort = new AbortController()
    let appends = 0
    const store = storeWith((append) => (stream, ...rest) => {
      if ((appends += 1) === 600) abort.abort()
      return append(stream, ...rest)
    })
    const first = await importInto(product, file, { signal: abort.signal }, { store })
    expect(first.interrupted).toBe(true)
    expect(first.counts.read).toBeLessThan(LINES_COUNT)
    const written = await trafficIn(product.backend)
    expect(written.length).toBeGreaterThan(500)

    const second = await importInto(product, file)
    expect(second).toMatchObject({ interrupted: false, counts: { known: written.length, unreadable: 1 } })
    const whole = await install()
    await importInto(whole, file)
    expect(await trafficIn(product.backend)).toEqual(await trafficIn(whole.backend))
  })

  test('by a log that stays unavailable says how to continue, and continues', async () => {
    const file = await longLog()
    let appends = 0
    const store = storeWith((append) => (stream, ...rest) => {
      if ((appends += 1) > 700) return Promise.reject(new StoreError('Unavailable', 'nobody there'))
      return append(stream, ...rest)
    })
    await expect(importInto(product, file, {}, { store })).rejects.toThrow(
      'El registro de eventos no responde (nobody there). Lo importado quedó guardado',
    )
    const { counts } = await importInto(product, file)
    expect(counts.known).toBeGreaterThan(500)
    expect(counts.known + counts.fresh.tap + counts.fresh.click + counts.fresh.download).toBe(1_680)
  })
})

describe('appends whose fate is unknown', () => {
  test('are sent again and stored once', async () => {
    const file = await longLog()
    let appends = 0
    const store = storeWith((append) => async (stream, ...rest) => {
      const turn = (appends += 1)
      if (turn % 5 === 0) throw new StoreError('Timeout', 'no answer', { ambiguous: true })
      const result = await append(stream, ...rest)
      if (turn % 7 === 0) throw new StoreError('Timeout', 'answer lost', { ambiguous: true })
      return result
    })
    const { counts } = await importInto(product, file, {}, { store })
    expect(counts.read).toBe(LINES_COUNT + 101)
    expect(await trafficIn(product.backend)).toHaveLength(1_680)
  })

  test('are counted as unreadable lines when the store refuses them for good', async () => {
    const file = await longLog()
    let appends = 0
    const store = storeWith((append) => (stream, ...rest) => {
      // The first appends create the profiles.
      if ((appends += 1) === 10) return Promise.reject(new StoreError('Invalid', 'cannot be'))
      return append(stream, ...rest)
    })
    const { counts } = await importInto(product, file, {}, { store })
    expect(counts).toMatchObject({ unreadable: 2, conflicts: 0 })
  })

  test('are counted as conflicts when another writer was first', async () => {
    const file = join(dir, 'one.log')
    await writeFile(file, logLine())
    await importInto(product, file)
    const [tap] = await trafficIn(product.backend)
    const other = await install()
    await importInto(other, await longLog())
    const { stream, revision: _revision, ...event } = { ...tap!, id: other.backend.newId() }
    await other.backend.store.append(stream, 'noStream', [event])
    expect((await importInto(other, file)).counts).toMatchObject({ read: 1, known: 0, conflicts: 1 })
  })
})

describe('profiles of the map', () => {
  const idOf = (name: string): string => derivedId(`imported profile ${product.deps.names.slug(name)}`)
  const cause = {
    actor: { kind: 'system', id: 'test' },
    occurredAt: '2026-01-01T00:00:00.000Z',
    correlationId: 't',
  } as const
  const claim = (name: string, profileId: string) => claimOn(product.deps.names.slug(name), profileId)
  const claimOn = (name: string, profileId: string) =>
    handle(product.deps.store, slug, {
      stream: slugStream(name),
      command: { type: 'ClaimSlug', profileId },
      cause,
      newId: product.deps.newId,
    })
  const oneLine = async (): Promise<string> => {
    await writeFile(join(dir, 'one.log'), logLine())
    return join(dir, 'one.log')
  }

  test('are created with a name for the administrator when nobody has their slug', async () => {
    const { profiles } = await importInto(product, await oneLine())
    expect(profiles).toEqual([
      { slug: 'ana', id: idOf('ana'), reused: false },
      { slug: 'luis', id: idOf('luis'), reused: false },
    ])
    const [created] = await product.deps.store.readStream(profileStream(idOf('ana')))
    expect(created).toMatchObject({
      type: 'ProfileCreated',
      data: { ownerId: product.ownerId, slug: 'ana', details: { name: 'Ana', lastname: '', bio: '' } },
    })
  })

  test('are the existing profiles of their slugs', async () => {
    const theirs = product.deps.newId()
    await claim('ana', theirs)
    const { profiles } = await importInto(product, await oneLine())
    expect(profiles[0]).toEqual({ slug: 'ana', id: theirs, reused: true })
    expect((await trafficIn(product.backend))[0]?.data.profileId).toBe(theirs)
    expect(await product.deps.store.head(profileStream(idOf('ana')))).toBe('noStream')
  })

  test('are completed after a crash', async () => {
    await claim('ana', idOf('ana'))
    await importInto(product, await oneLine())
    expect(await product.deps.store.head(profileStream(idOf('ana')))).toBe(0n)
  })

  test('are created once', async () => {
    await importInto(product, await oneLine())
    const { profiles } = await importInto(product, await oneLine())
    expect(profiles.map(({ reused }) => reused)).toEqual([true, true])
    expect(await product.deps.store.head(profileStream(idOf('ana')))).toBe(0n)
  })
})
