import type pg from 'pg'
import { expect, test } from 'vitest'
import type { LogHead } from '@app/contracts/record.ts'
import { acceptRestored, ChainRefused } from './chain.ts'
import { headHash, logKeyOf, type HeadFile } from './blocks.ts'
import {
  appendBulk,
  appendMany,
  appendSigned,
  checkFile,
  exportOf,
  extendChain,
  headsOf,
  openSignedLog,
  type SignedLog,
} from './testing/signed-log.ts'
import { verifyHistory } from './verify-history.ts'

const sizesOf = async (record: SignedLog): Promise<readonly number[]> =>
  (await headsOf(record)).map(({ size }) => size)

test('a block has what came since the last one, 4,096 events at most, and a log at rest gets none [SEAL-1, SEAL-2]', async () => {
  const record = await openSignedLog()
  await extendChain(record)
  await appendBulk(record.log, 4_100)
  for (let time = 0; time < 3; time += 1) await extendChain(record)
  expect(await sizesOf(record)).toEqual([1, 4_097, 4_101])
  expect(await verifyHistory(record)).toEqual({ events: 4_101, signed: 4_101, fault: undefined })
})

test('several processes make one chain, each event once [SEAL-1, SEAL-8]', async () => {
  const record = await openSignedLog()
  for (let round = 0; round < 5; round += 1) {
    await appendMany(record.log, 3)
    await Promise.all(Array.from({ length: 4 }, () => extendChain(record)))
  }
  expect(await sizesOf(record)).toEqual([4, 7, 10, 13, 16])
  expect(await verifyHistory(record)).toMatchObject({ signed: 16, fault: undefined })
})

test('times of heads never go back, and each names the last head of an earlier day', async () => {
  const record = await openSignedLog()
  const days: (readonly [at: string, day: number | undefined])[] = [
    ['2026-11-23T12:00:00.000Z', undefined],
    ['2026-11-23T23:59:00.000Z', undefined],
    ['2026-11-24T00:01:00.000Z', 1],
    ['2026-11-22T00:00:00.000Z', 1],
    ['2026-11-26T00:00:00.000Z', 3],
  ]
  const mailed: number[] = []
  for (const [at] of days) {
    record.at = at
    await appendMany(record.log, 1)
    await extendChain({ ...record, onDay: async ({ size }) => mailed.push(size) })
  }
  const heads = await headsOf(record)
  expect(heads.map(({ day }) => day)).toEqual(
    days.map(([, nth]) => (nth === undefined ? '' : headHash(heads[nth]!))),
  )
  expect(heads.map(({ at }) => at).toSorted()).toEqual(heads.map(({ at }) => at))
  expect(mailed).toEqual([heads[1]!.size, heads[3]!.size])
})

/** A file whose next heads are written, and whose commits are lost. */
const dyingAfter = ({ read, write, setAside }: HeadFile): HeadFile => ({
  read,
  setAside,
  write: async (head) => {
    await write(head)
    throw new Error('killed')
  },
})

test('a crash between file and commit makes the same head again, however often it comes [SEAL-8]', async () => {
  const record = await openSignedLog()
  await appendSigned(record, [3])
  const dying = { ...record, headFile: dyingAfter(record.headFile) }
  const signed: (LogHead | undefined)[] = []
  for (let kill = 0; kill < 3; kill += 1) {
    await appendMany(record.log, 2)
    record.at = `2026-11-23T12:0${kill}:00.000Z`
    await expect(extendChain(dying)).rejects.toThrow('killed')
    signed.push(await record.headFile.read())
    expect(await verifyHistory(record)).toMatchObject({ signed: 3, fault: undefined })
  }
  await appendMany(record.log, 1)
  await extendChain(record)
  const heads = await headsOf(record)
  expect(heads.map(({ size }) => size)).toEqual([3, 5, 7, 9, 10])
  expect(heads.slice(1, 4).map(headHash)).toEqual(signed.map((head) => headHash(head!)))
  expect(await verifyHistory(record)).toMatchObject({ signed: 10, fault: undefined })
})

test('a log that was changed since a head was signed gets no other signature [SEAL-8, SEAL-12]', async () => {
  const record = await openSignedLog()
  await appendSigned(record, [3])
  await appendMany(record.log, 2)
  const dying = { ...record, headFile: dyingAfter(record.headFile) }
  await expect(extendChain(dying)).rejects.toThrow('killed')
  await record.owner.query(`update log.events set type = 'ProfileErased' where position = 4`)
  await expect(extendChain(record)).rejects.toThrow(ChainRefused)
  expect(await sizesOf(record)).toEqual([3])
  expect(await verifyHistory(record)).toMatchObject({ signed: 3, fault: { kind: 'beside-key' } })
})

test('an event that nobody can read is signed as such, and those behind it follow [SEAL-8]', async () => {
  const record = await openSignedLog()
  await appendMany(record.log, 5)
  const deep = `jsonb_build_object('deep', ('${'['.repeat(300)}${']'.repeat(300)}')::jsonb)`
  await record.owner.query(`update log.events set data = '[]' where position = 3`)
  await record.owner.query(`update log.events set data = ${deep} where position = 5`)
  await extendChain(record)
  expect(await verifyHistory(record)).toEqual({ events: 6, signed: 6, fault: undefined })
  expect(await checkFile(await exportOf(record))).toBe('YES: 6 of 6 signed events, each as it was signed')
})

test('an older copy is signed once somebody accepts it; heads kept elsewhere still show what it lacks [SEAL-12]', async () => {
  const record = await openSignedLog()
  const { owner } = record
  await appendSigned(record, [4, 5])
  await owner.query(
    'create table old_events as table log.events; create table old_blocks as table record.blocks; create table old_checkpoints as table kernel.checkpoints',
  )
  await appendSigned(record, [5])
  const lost = (await headsOf(record)).at(-1)!
  await owner.query(`truncate log.events, record.blocks; delete from kernel.checkpoints;
    insert into log.events table old_events; insert into record.blocks table old_blocks;
    insert into kernel.checkpoints table old_checkpoints`)
  await appendMany(record.log, 8)
  await expect(extendChain(record)).rejects.toThrow(ChainRefused)
  const { signed, fault } = await verifyHistory(record)
  expect([signed, fault?.kind]).toEqual([9, 'beside-key'])
  await acceptRestored(record, signed)
  await extendChain(record)
  expect(await sizesOf(record)).toEqual([4, 9, 17])
  expect((await verifyHistory(record)).fault).toBeUndefined()
  expect((await verifyHistory(record, lost)).fault).toEqual({ kind: 'elsewhere', head: lost })
})

test('another key signs nothing behind the former one, until somebody accepts a new chain [SEAL-12]', async () => {
  const record = await openSignedLog()
  await appendSigned(record, [4])
  const other = { ...record, key: logKeyOf(Buffer.alloc(32, 2)) }
  await appendMany(record.log, 1)
  await expect(
    extendChain({ ...other, headFile: dyingAfter({ ...record.headFile, read: async () => undefined }) }),
  ).rejects.toThrow(ChainRefused)
  const { signed, fault } = await verifyHistory(other)
  expect([signed, fault?.kind]).toEqual([0, 'block'])
  await acceptRestored(other, signed)
  await extendChain(other)
  expect((await verifyHistory(other)).fault).toBeUndefined()
})

const UNDO =
  'truncate log.events, record.blocks; insert into log.events table events_before; insert into record.blocks table blocks_before'
const MOVE = (from: number, by: number): string =>
  `update log.events set position = position + 100000 where position >= ${from};
   update log.events set position = position - 100000 + ${by} where position >= 100000`
const COPY = `select 15, 'test-forged', 0, gen_random_uuid(), type, version, data, meta, recorded_at from log.events where position = 14`
const LEAF = (nth: number): string =>
  `set leaves = overlay(leaves placing '\\x00' from ${nth * 32 + 1}) where size = 20`

interface Tampering {
  readonly by: string
  /** Kind of fault, last event before its block, position of its event. */
  readonly found: readonly [kind: string, from?: number, position?: string]
  readonly checker: string
}

const NOT_SIGNED = 'the event is not the one that was signed'
const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  'data changed': {
    by: `update log.events set data = '{"nth":15}' where position = 15`,
    found: ['event', 10, '15'],
    checker: NOT_SIGNED,
  },
  removed: {
    by: 'delete from log.events where position = 15',
    found: ['event', 10, '16'],
    checker: NOT_SIGNED,
  },
  inserted: {
    by: `${MOVE(15, 1)}; insert into log.events ${COPY}`,
    found: ['event', 10, '15'],
    checker: NOT_SIGNED,
  },
  reordered: {
    by: `update log.events set position = 1000 where position = 14;
      update log.events set position = 14 where position = 15; update log.events set position = 15 where position = 1000`,
    found: ['event', 10, '14'],
    checker: NOT_SIGNED,
  },
  cut: {
    by: 'delete from log.events where position > 25',
    found: ['missing', 20],
    checker: 'events of it are missing',
  },
  'cut with its block': {
    by: 'delete from log.events where position > 20; delete from record.blocks where size > 20',
    found: ['beside-key'],
    checker: 'the head that was kept elsewhere is not in this file',
  },
  'hash changed': {
    by: `update record.blocks ${LEAF(4)}`,
    found: ['block', 10],
    checker: 'not the hashes that were signed',
  },
  'block removed': {
    by: 'delete from record.blocks where size = 20',
    found: ['block', 10],
    checker: 'does not follow',
  },
  'head changed': {
    by: `update record.blocks set head = jsonb_set(head::jsonb, '{at}', '"2026-11-23T11:00:00.000Z"') where size = 20`,
    found: ['block', 10],
    checker: 'not signed by this key',
  },
  'head that is none': {
    by: `update record.blocks set head = '{"size":20}' where size = 20`,
    found: ['block', 10],
    checker: 'it cannot be read',
  },
}

test('each way to alter a signed log is found, with its block and its event, by us and by a head kept elsewhere [SEAL-4, SEAL-7, SEAL-9]', async () => {
  const record = await openSignedLog()
  await appendSigned(record, [10, 10, 10])
  const kept = (await headsOf(record)).at(-1)
  await record.owner.query(
    'create table events_before as table log.events; create table blocks_before as table record.blocks',
  )
  expect(await verifyHistory(record, kept)).toEqual({ events: 30, signed: 30, fault: undefined })
  expect(await checkFile(await exportOf(record), { kept })).toBe(
    'YES: 30 of 30 signed events, each as it was signed',
  )
  for (const [name, { by, found, checker }] of Object.entries(TAMPERINGS)) {
    await record.owner.query(by)
    const { fault } = await verifyHistory(record, kept)
    const place = fault && 'from' in fault ? [fault.from] : []
    const event =
      fault?.kind === 'event' ? [(JSON.parse(fault.leaf.text) as { position: string }).position] : []
    expect([name, fault?.kind, ...place, ...event]).toEqual([name, ...found])
    expect([name, await checkFile(await exportOf(record), { kept })]).toEqual([
      name,
      expect.stringMatching(`^NO: line \\d+: .*${checker}`),
    ])
    await record.owner.query(UNDO)
  }
})

test('whoever rewrites log, chain and head file with their key is found by a head kept elsewhere alone [SEAL-4]', async () => {
  const record = await openSignedLog()
  await appendSigned(record, [10, 10])
  const kept = (await headsOf(record)).at(-1)!
  await record.owner.query(`update log.events set data = '{}' where position = 5; delete from record.blocks`)
  await record.headFile.setAside()
  await extendChain(record)
  expect((await verifyHistory(record)).fault).toBeUndefined()
  expect((await verifyHistory(record, kept)).fault).toEqual({ kind: 'elsewhere', head: kept })
  expect(await checkFile(await exportOf(record))).toMatch(/^YES/)
  expect(await checkFile(await exportOf(record), { kept })).toMatch(
    /^NO: .* kept elsewhere is not in this file/,
  )
})

test('a block that nobody signed is continued by nobody [SEAL-12]', async () => {
  const record = await openSignedLog()
  await appendSigned(record, [5])
  await appendMany(record.log, 2)
  await record.owner.query(`insert into record.blocks
    select 6, day, 6, leaves, jsonb_set(head::jsonb, '{size}', '6') from record.blocks`)
  await expect(extendChain(record)).rejects.toThrow(ChainRefused)
})

test('a byte that is changed in a file is found, and so is an end that was cut off [SEAL-9, SEAL-11]', async () => {
  const record = await openSignedLog()
  await appendSigned(record, [3, 2])
  await appendMany(record.log, 1)
  const text = await exportOf(record)
  expect(await checkFile(text)).toBe('YES: 5 of 5 signed events, each as it was signed; 1 not signed yet')
  const bytes = Buffer.from(text)
  for (let place = 7; place < bytes.length; place += 997) {
    const changed = Buffer.from(bytes)
    changed[place]! ^= 1
    expect([place, await checkFile(changed)]).toEqual([place, expect.stringMatching(/^NO: line \d+/)])
  }
  const lines = text.trimEnd().split('\n')
  for (let count = 1; count < lines.length; count += 1)
    expect(await checkFile(`${lines.slice(0, count).join('\n')}\n`)).toBe(
      `NO: line ${count + 1}: the file was cut off`,
    )
  expect(await checkFile(text.slice(0, -1))).toMatch(/^NO/)
})

test('verifying has a page of the log and of its blocks in memory [SEAL-13]', async () => {
  const record = await openSignedLog()
  await appendSigned(
    record,
    Array.from({ length: 40 }, () => 1),
  )
  let most = 0
  const db = {
    query: async (...asked: unknown[]) => {
      const answer = await (record.db.query as (...all: unknown[]) => Promise<pg.QueryResult>)(...asked)
      most = Math.max(most, answer.rows.length)
      return answer
    },
  } as unknown as typeof record.db
  const readAll: typeof record.log.readAll = (after, options) => {
    expect(options?.limit).toBeLessThanOrEqual(4_096)
    return record.log.readAll(after, options)
  }
  const log = { ...record.log, readAll }
  expect(await verifyHistory({ ...record, db, log })).toMatchObject({ signed: 40 })
  expect(most).toBe(32)
})
