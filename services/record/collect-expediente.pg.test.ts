import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { findCoveredStreams, provedEvents } from './collect-expediente.ts'
import { leafOf } from './leaf.ts'
import { sealNext } from './sealing/sealer.ts'
import { newEvent, openSealer, trustOf, type SealedLog } from './testing/open-sealer.ts'
import { inclusionRanges, leafHash, rootOfInclusion } from './tree/merkle-tree.ts'
import { createTreeStore } from './tree/tree-store.ts'
import { longTest } from '../../tests/support/longer-runs.ts'

const STREAM = 'account-a'
const EVENTS = 900
/** Of a page of two hundred: where its events are, and the hashes of their proofs. */
const QUERIES_A_PAGE = 2
const some = (count: number) => Array.from({ length: count }, newEvent)

let sealer: SealedLog
beforeAll(async () => {
  sealer = await openSealer(() => new Date('2026-11-23T12:00:00.000Z'))
  const { log } = sealer
  for (let nth = 0; nth < EVENTS / 3; nth += 1) {
    await log.append(STREAM, nth === 0 ? 'noStream' : BigInt(3 * nth - 1), some(3))
    await log.append(`other-${nth}`, 'noStream', some(1))
  }
  await sealNext(sealer)
  await sealNext(sealer)
})
afterAll(() => sealer.pool.end())

test('the hashes of many proofs are made in pieces, so that taps are answered in between', async () => {
  let turns = 0
  let isOn = true
  const counting = (): void =>
    void setImmediate(() => {
      turns += 1
      if (isOn) counting()
    })
  const db = {
    query: async (statement: pg.QueryConfig) => {
      const answer = await sealer.pool.query(statement)
      counting()
      return answer
    },
  } as unknown as pg.Pool
  const proofs = Array.from({ length: 200 }, (_, index) => inclusionRanges(index, EVENTS))
  await createTreeStore(db, sealer.log.storeId).hashesOf(proofs.flat())
  isOn = false
  expect(turns).toBeGreaterThan(50)
})

longTest('a long expediente proves each event by two queries a page, up to its seal [SEAL-5]', async () => {
  let queries = 0
  const db = {
    query: (statement: pg.QueryConfig) => {
      queries += 1
      return sealer.pool.query(statement)
    },
  } as unknown as pg.Pool
  const { log } = sealer
  const record = { ...sealer, ...trustOf(sealer), tree: createTreeStore(db, log.storeId) }
  const deps = { record, opened: log, pause: async () => undefined }
  const covered = (await findCoveredStreams(deps, [STREAM]))!
  const { seal } = covered
  await log.append(STREAM, BigInt(EVENTS - 1), some(5))
  queries = 0
  let proved = 0
  for await (const { stored, proof } of provedEvents(deps, [STREAM], covered)) {
    expect(stored.revision).toBe(BigInt(proved))
    const place = { index: proof.index, size: seal.size }
    expect(rootOfInclusion(leafHash(leafOf(stored)), place, proof.hashes)?.equals(seal.root)).toBe(true)
    proved += 1
  }
  expect(proved).toBe(EVENTS)
  expect(queries).toBeLessThanOrEqual(QUERIES_A_PAGE * Math.ceil((EVENTS + 5) / 200))
})
