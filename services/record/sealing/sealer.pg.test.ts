import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { START, positionOf, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { newId } from '@app/event-store/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { isLong, longTest } from '../../../tests/support/longer-runs.ts'
import { openedCheckpoint } from '../checkpoint.ts'
import { leafOf } from '../leaf.ts'
import { readHistory } from '../history/history-sources.ts'
import { verifyHistory, type HistoryVerdict } from '../history/verify-history.ts'
import type { SignedHead } from './seal-head.ts'
import { sealToHead } from './seal-to-head.ts'
import { noteSigner, noteVerifier, signatureLine } from '../signed-note.ts'
import { UNSEALED_EVENTS_MAX } from '../tree/grow-tree.ts'
import { sealNext } from './sealer.ts'
import { TreeDiffers } from '../tree/signed-tree.ts'
import {
  consistencyRanges,
  inclusionRanges,
  isConsistent,
  leafHash,
  nodeHash,
  rootOfInclusion,
  type Hash,
  type TreeHead,
} from '../tree/merkle-tree.ts'
import { startSealer } from './start-sealer.ts'
import { createHeadInMemory } from '../testing/head-in-memory.ts'
import { appendMany, openSealer as openSealerAt, signer, type SealedLog } from '../testing/open-sealer.ts'
import { TileDamaged } from '../tree/tiles.ts'
import { createTreeStore } from '../tree/tree-store.ts'

const opened: SealedLog[] = []
let ms = Date.parse('2026-11-23T12:00:00.000Z')
/** Each look at the clock is a second later, so that no seal is too young for the next. */
const now = () => new Date((ms += 1_000))

async function openSealer(rows = createMemoryLog()): Promise<SealedLog> {
  const sealer = await openSealerAt(now, rows)
  opened.push(sealer)
  return sealer
}
afterAll(() => Promise.all(opened.map(({ pool }) => pool.end())))

/** Without tiles: level by level. */
function rootOf(leaves: readonly Hash[]): Hash {
  let hashes = leaves
  while (hashes.length > 1)
    hashes = Array.from({ length: Math.ceil(hashes.length / 2) }, (_, nth) => {
      const [left, right] = [hashes[nth * 2]!, hashes[nth * 2 + 1]]
      return right === undefined ? left : nodeHash(left, right)
    })
  return hashes[0]!
}

async function sealsOf(log: EventStore) {
  const events = await log.readStream(LOG_SEALS_STREAM, { limit: 5_000 })
  return events
    .filter(({ type }) => type === 'LogSealed')
    .map((stored) => (readEvent(stored) as PastEventOf<'LogSealed'>).data)
}

/** Each seal is signed, is the root of all events before it, and names the root of the one before. */
async function expectOneChain(log: EventStore): Promise<readonly TreeHead[]> {
  const leaves = (await wholeLog(log)).map((stored) => leafHash(leafOf(stored)))
  const seals = await sealsOf(log)
  const heads: TreeHead[] = []
  for (const { size, root, previous, keyId, signature } of seals) {
    const text = `${signer.name}\n${size}\n${root}\n`
    const line = signatureLine({ name: signer.name, id: keyId, signature: Buffer.from(signature, 'base64') })
    const checkpoint = openedCheckpoint(`${text}\n${line}`, noteVerifier(signer.vkey))
    expect(checkpoint.root).toEqual(rootOf(leaves.slice(0, checkpoint.size)))
    expect(previous).toBe(heads.at(-1)?.root.toString('base64') ?? null)
    expect(checkpoint.size).toBeGreaterThan(heads.at(-1)?.size ?? 0)
    heads.push(checkpoint)
  }
  return heads
}

describe('a log that is sealed as it grows', () => {
  let sealer: SealedLog
  beforeAll(async () => {
    sealer = await openSealer()
    for (const count of [1, 3, 600, 2]) {
      await appendMany(sealer.log, count)
      await sealNext(sealer)
    }
  })

  test('has a chain of seals, each of all events before it', async () => {
    const heads = await expectOneChain(sealer.log)
    expect(heads.map(({ size }) => size)).toEqual([2, 7, 608, 611])
  })

  test('names the key once, before its first seal', async () => {
    const events = await sealer.log.readStream(LOG_SEALS_STREAM)
    expect(events.map(({ type }) => type)).toEqual([
      'SealKeyNamed',
      ...Array.from({ length: 4 }, () => 'LogSealed'),
    ])
    expect(events[0]?.data).toEqual({ vkey: signer.vkey, previous: null, signature: null })
  })

  test('proves each of its events by a tree that lacks nothing', async () => {
    const { tree, log } = sealer
    const head = await tree.head()
    // The places at the edges of tiles, and some of those between; all of them in the lanes.
    for (const [nth, stored] of (await wholeLog(log)).slice(0, head.size).entries()) {
      const isTried = nth % 17 === 0 || [254, 255, 0, 1].includes(nth % 256) || nth > head.size - 6
      if (!isTried && !isLong) continue
      const index = await tree.indexOf(stored.position)
      expect(index).toBe(nth)
      const proof = await tree.hashesOf(inclusionRanges(index!, head.size))
      expect(rootOfInclusion(leafHash(leafOf(stored)), { index: index!, size: head.size }, proof)).toEqual(
        head.root,
      )
    }
  })

  test('proves that each seal is the beginning of the next', async () => {
    const heads = await expectOneChain(sealer.log)
    for (const [nth, second] of heads.entries()) {
      const first = heads[nth - 1]
      if (first === undefined) continue
      const proof = await sealer.tree.hashesOf(consistencyRanges(first.size, second.size))
      expect(isConsistent(first, second, proof)).toBe(true)
    }
  })

  test('is not sealed again for its seals alone', async () => {
    const before = await sealsOf(sealer.log)
    for (let nth = 0; nth < 3; nth += 1) expect(await sealNext(sealer)).toMatchObject({ isSealed: false })
    expect(await sealsOf(sealer.log)).toEqual(before)
  })

  test('has no place for a position that was never appended', async () => {
    expect(await sealer.tree.indexOf(999_999n as StoredEvent['position'])).toBeUndefined()
  })
})

longTest(
  `a log from before there were seals is sealed in steps of ${UNSEALED_EVENTS_MAX} events, read in small pages so that taps are answered in between`,
  async () => {
    const sealer = await openSealer()
    await appendMany(sealer.log, UNSEALED_EVENTS_MAX + 10)
    const limits: (number | undefined)[] = []
    const readAll: EventStore['readAll'] = (after, options) => {
      limits.push(options?.limit)
      return sealer.log.readAll(after, options)
    }
    expect(await sealNext({ ...sealer, log: { ...sealer.log, readAll } })).toMatchObject({
      isAtHead: false,
      isSealed: true,
    })
    // Once for the tree, and once for what is signed.
    expect(limits).toEqual(Array.from({ length: (2 * UNSEALED_EVENTS_MAX) / 256 }, () => 256))
    expect(await sealNext(sealer)).toMatchObject({ isAtHead: true, isSealed: true })
    expect((await expectOneChain(sealer.log)).map(({ size }) => size)).toEqual([
      UNSEALED_EVENTS_MAX,
      UNSEALED_EVENTS_MAX + 13,
    ])
  },
)

longTest('a tree of an older copy of the log that has grown again is made from its beginning', async () => {
  const sealer = await openSealer()
  await appendMany(sealer.log, 300)
  await sealNext(sealer)
  const restored = await openMemoryEventStore(createMemoryLog(), { now, newId })
  await appendMany(restored, 400)
  const tree = createTreeStore(sealer.pool, sealer.log.storeId)
  await sealNext({ ...sealer, log: restored, tree, head: createHeadInMemory() })
  expect((await tree.head()).root).toEqual(
    rootOf((await wholeLog(restored)).slice(0, 401).map((stored) => leafHash(leafOf(stored)))),
  )
})

test('a seal is later than the one before it, also where the clock stands still or is set back', async () => {
  const sealer = await openSealer()
  for (const time of ['12:00:00.000', '12:00:00.000', '11:00:00.000']) {
    await appendMany(sealer.log, 1)
    await sealNext({ ...sealer, now: () => new Date(`2026-11-24T${time}Z`) })
  }
  const sealed = (await sealer.log.readStream(LOG_SEALS_STREAM)).filter(({ type }) => type === 'LogSealed')
  expect(sealed.map(({ meta }) => meta.occurredAt)).toEqual([
    '2026-11-24T12:00:00.000Z',
    '2026-11-24T12:00:00.001Z',
    '2026-11-24T12:00:00.002Z',
  ])
})

test('a crash between the tree and its seal leaves neither a gap nor a second seal', async () => {
  const sealer = await openSealer()
  await appendMany(sealer.log, 5)
  const dead = { ...sealer.log, append: () => Promise.reject(new Error('killed')) }
  await expect(sealNext({ ...sealer, log: dead })).rejects.toThrow('killed')
  expect(await sealNext(sealer)).toMatchObject({ isSealed: true, isAtHead: true })
  expect((await expectOneChain(sealer.log)).map(({ size }) => size)).toEqual([6])
})

test('two sealers that begin the same tree at once leave each leaf one place [SEAL-8]', async () => {
  const sealer = await openSealer()
  await appendMany(sealer.log, 300)
  const other = { ...sealer, tree: createTreeStore(sealer.pool, sealer.log.storeId) }
  await Promise.allSettled([sealNext(sealer), sealNext(other), sealNext(sealer), sealNext(other)])
  await sealNext(sealer).catch(() => undefined)
  const { rows } = await sealer.pool.query<{ places: string }>(
    'select sum(cardinality(positions)) as places from record.leaf_positions',
  )
  expect(Number(rows[0]?.places)).toBe((await sealer.tree.head()).size)
})

test('a tree whose tables somebody has changed gets no signature, and is made again [SEAL-8]', async () => {
  const CHANGES = {
    'the edge of the tree':
      "update record.tiles set hashes = overlay(hashes placing '\\x00'::bytea from 1) where level = 1 and index = 0",
    'a shorter edge': 'update record.tiles set hashes = substr(hashes, 1, 32) where level = 0 and index = 2',
    'a lost tile': 'delete from record.tiles where level = 1',
  }
  const sealer = await openSealer()
  await appendMany(sealer.log, 600)
  await sealNext(sealer)
  for (const [nth, [name, sql]] of Object.entries(CHANGES).entries()) {
    await sealer.pool.query(sql)
    await appendMany(sealer.log, 3)
    await expect(sealNext(sealer), name).rejects.toThrow(TileDamaged)
    const running = startSealer({ ...sealer, monotonicMs: () => now().getTime(), pollMs: 10, everyMs: 0 })
    await expect.poll(async () => (await sealsOf(sealer.log)).length, { message: name }).toBe(nth + 2)
    await running.stop()
  }
  // Three events and the seal before them.
  expect((await expectOneChain(sealer.log)).map(({ size }) => size)).toEqual([601, 606, 610, 614])
})

test('a log that was altered gets no further signature [SEAL-8]', async () => {
  const rows = createMemoryLog()
  const sealer = await openSealer(rows)
  await appendMany(sealer.log, 20)
  await sealNext(sealer)
  const altered = rows.rows[7]!
  rows.rows[7] = { ...altered, dataJson: '{"nth":"another"}' }
  await sealer.tree.clear()
  await appendMany(sealer.log, 3)
  await expect(sealNext(sealer)).rejects.toThrow('does not continue the seal of 21')
  expect(await sealsOf(sealer.log)).toHaveLength(1)
})

test('thousands of a server’s own events in a row do not stop the sealer [SEAL-8]', async () => {
  const sealer = await openSealer()
  await appendMany(sealer.log, 3)
  await sealNext(sealer)
  const { position } = await sealer.tree.state()
  const until = positionOf(position + 1_000n)
  let reads = 0
  const readAll: EventStore['readAll'] = async (after, options) => {
    reads += 1
    return after < until
      ? { events: [], scannedTo: until, isAtHead: false }
      : sealer.log.readAll(after, options)
  }
  const log = { ...sealer.log, readAll, headPosition: async () => until }
  expect(await sealNext({ ...sealer, log })).toMatchObject({ isAtHead: false })
  expect((await sealer.tree.state()).position).toBe(until)
  await sealNext({ ...sealer, log })
  expect(reads).toBe(2)
})

describe('the head beside the key', () => {
  test('covers each seal before it is appended, and a crash in between is harmless [SEAL-12]', async () => {
    const sealer = await openSealer()
    await appendMany(sealer.log, 5)
    const dead = { ...sealer.log, append: () => Promise.reject(new Error('killed')) }
    await expect(sealNext({ ...sealer, log: dead })).rejects.toThrow('killed')
    expect(await sealer.head.read()).toMatchObject({ size: 6, vkey: signer.vkey })
    await appendMany(sealer.log, 2)
    expect(await sealNext(sealer)).toMatchObject({ isSealed: true, head: { size: 8 } })
    await expectOneChain(sealer.log)
    const [newest] = await sealer.log.readStream(LOG_SEALS_STREAM, { direction: 'backward', limit: 1 })
    expect(await sealer.head.read()).toMatchObject({ size: 8, sealedAt: newest!.meta.occurredAt })
  })

  test('is taken from the log by an installation that had none [SEAL-12]', async () => {
    const sealer = { ...(await openSealer()), head: createHeadInMemory() }
    await appendMany(sealer.log, 5)
    await sealNext(sealer)
    const head = createHeadInMemory()
    expect(await sealNext({ ...sealer, head })).toMatchObject({ isSealed: false })
    expect(await head.read()).toEqual(await sealer.head.read())
  })

  longTest(
    'says where the next seal reads on; one without a place is looked for in the log once, and at rest nothing is read again [SEAL-12]',
    async () => {
      const sealer = await openSealer()
      const read: number[] = []
      const readAll: EventStore['readAll'] = async (after, options) => {
        const page = await sealer.log.readAll(after, options)
        read.push(page.events.length)
        return page
      }
      const counted = { ...sealer, log: { ...sealer.log, readAll } }
      const readBy = async (count: number) => {
        await appendMany(sealer.log, count)
        read.length = 0
        const { isSealed } = await sealNext(counted)
        return [isSealed, read.filter((events) => events > 0)]
      }
      expect(await readBy(600)).toEqual([true, [256, 256, 89, 256, 256, 89]])
      const events = await wholeLog(sealer.log)
      expect(await sealer.head.read()).toMatchObject({ size: 601, position: events[600]!.position })
      // The seal and its key, and what came since.
      expect(await readBy(5)).toEqual([true, [7, 7]])
      expect(await readBy(0)).toEqual([false, [1]])
      expect(await readBy(0)).toEqual([false, []])

      const { position: _, ...placeless } = (await sealer.head.read())!
      await sealer.head.replace(placeless)
      expect(await readBy(0)).toEqual([false, [256, 256, 97]])
      expect(await sealer.head.read()).toMatchObject({ size: 608, position: events[600]!.position + 21n })
      expect(await readBy(0)).toEqual([false, []])
      await sealer.head.replace(placeless)
      expect(await readBy(2)).toEqual([true, [2, 256, 256, 99, 3]])
      await expectOneChain(sealer.log)
    },
  )

  test('is taken neither from tables nor from a log that it has not signed [SEAL-12]', async () => {
    const rows = createMemoryLog()
    const sealer = await openSealer(rows)
    await appendMany(sealer.log, 20)
    await sealNext(sealer)
    const signed = (await sealer.head.read())!
    const { position: _, ...placeless } = signed
    // The tables have the event as it was signed.
    rows.rows[7] = { ...rows.rows[7]!, dataJson: '{"nth":"another"}' }
    await appendMany(sealer.log, 3)
    const others: readonly (readonly [string, SignedHead | undefined])[] = [
      ['without a place', placeless],
      ['absent', undefined],
      ['of a place before', { ...signed, position: positionOf(signed.position! - 6n) }],
      ['of a place behind', { ...signed, position: positionOf(signed.position! + 6n) }],
      ['of the end of the log', { ...signed, position: await sealer.log.headPosition() }],
    ]
    for (const [name, of] of others) {
      const head = createHeadInMemory()
      if (of !== undefined) await head.replace(of)
      await expect(sealNext({ ...sealer, head }), name).rejects.toThrow(TreeDiffers)
      expect(await head.read()).toEqual(of)
    }
    expect(await sealsOf(sealer.log)).toHaveLength(1)
  })

  test('names a key that was lost, and the same key under another name signs for it [SEAL-12]', async () => {
    const sealer = await openSealer()
    const renamed = noteSigner('otro.test/registro', Buffer.alloc(32, 1))
    const other = noteSigner('otro.test/registro', Buffer.alloc(32, 2))
    for (const one of [signer, renamed, other]) {
      await appendMany(sealer.log, 2)
      await sealNext({ ...sealer, signer: one })
    }
    const { log, tree, head } = sealer
    const named = (vkey: string, signed: SignedHead | undefined) =>
      readHistory({ log, tree, vkey, head: signed }).then(verifyHistory)
    expect(await named(other.vkey, await head.read())).toMatchObject({
      findings: [],
      keyChanges: [
        { vkey: renamed.vkey, isNamed: true },
        { vkey: other.vkey, isNamed: false },
      ],
    })
    // Without what lies beside the key, nothing says that the lost one was of this installation.
    const kindsOf = ({ findings }: HistoryVerdict) => findings.map(({ kind }) => kind)
    expect(kindsOf(await named(signer.vkey, undefined))).toEqual(['foreign-key', 'foreign-signature'])
    expect(kindsOf(await named(other.vkey, undefined))).toEqual([
      'foreign-key',
      'foreign-key',
      'foreign-signature',
      'foreign-signature',
    ])
  })
})

longTest(
  'a tree whose rows the database or its reader refuses is named as one that is damaged, and is made again [SEAL-8]',
  async () => {
    const sealer = await openSealer()
    await appendMany(sealer.log, 3)
    await sealNext(sealer)
    for (const what of ['a mark', 'positions', 'a size']) {
      await appendMany(sealer.log, 256)
      // Each tile has its first position in an index of its own.
      const { events } = await sealer.log.readAll(START, { limit: 1_000 })
      const { size } = await sealer.tree.state()
      const { position } = events[Math.ceil(size / 256) * 256]!
      const changes: Readonly<Record<string, string>> = {
        'a mark': 'update record.tree set mark_revision = -1',
        positions: `insert into record.leaf_positions values (999999, '{${position}}')`,
        'a size': `update record.tree set size = ${2n ** 62n}`,
      }
      await sealer.pool.query(changes[what]!)
      await expect(sealNext(sealer), what).rejects.toThrow(TileDamaged)
      await sealer.tree.clear()
      while ((await sealNext(sealer)).isSealed);
      expect((await sealer.head.read())?.size, what).toBe((await sealer.tree.state()).size - 1)
    }
  },
)

test('a head whose events have other positions by now is found again in the log, and continued [SEAL-12]', async () => {
  const sealer = await openSealer()
  await appendMany(sealer.log, 3)
  await sealNext(sealer)
  const kept = (await sealer.head.read())!
  for (const position of [1n, 500n]) {
    await sealer.head.replace({ ...kept, ...(await sealer.head.read())!, position: positionOf(position) })
    await appendMany(sealer.log, 2)
    expect(await sealNext(sealer), String(position)).toMatchObject({ isSealed: true })
  }
  await sealer.head.replace({ ...(await sealer.head.read())!, root: Buffer.alloc(32, 9) })
  await appendMany(sealer.log, 2)
  await expect(sealNext(sealer)).rejects.toThrow(TreeDiffers)
})

test('a seal of few events waits for its time, is made at once when somebody asks, and of many events by itself [SEAL-1]', async () => {
  const sealer = await openSealer()
  const waitMs = () => 59_000
  await appendMany(sealer.log, 3)
  expect(await sealNext(sealer, { waitMs })).toMatchObject({ isSealed: false, dueInMs: 59_000 })
  await sealToHead(sealer)
  expect((await sealsOf(sealer.log)).map(({ size }) => size)).toEqual(['4'])
  await appendMany(sealer.log, 4_000)
  expect(await sealNext(sealer, { waitMs })).toMatchObject({ isSealed: false, dueInMs: 59_000 })
  await appendMany(sealer.log, 97)
  expect(await sealNext(sealer, { waitMs })).toMatchObject({ isSealed: true })
})
