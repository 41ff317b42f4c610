import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { newId } from '@app/event-store/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/memory/memory-store.ts'
import { anchorOf, readHistory } from '@app/record/history/history-sources.ts'
import { verifyHistory } from '@app/record/history/verify-history.ts'
import { trustedKeys } from '@app/record/sealing/seal-head.ts'
import { noteSigner } from '@app/record/signed-note.ts'
import { sealNext } from '@app/record/sealing/sealer.ts'
import { startSealer } from '@app/record/sealing/start-sealer.ts'
import { findNewestSeal } from '@app/record/trusted-seals.ts'
import { eventually } from '../support/eventually.ts'
import { createTestDatabase } from '../support/test-database.ts'
import {
  appendAll,
  checkpointsOf,
  LOG_NAME,
  range,
  sealedLogOf,
  signer,
  trustOf,
  type SealedLog,
} from './sealed-log.ts'

const OTHER = noteSigner(LOG_NAME, Buffer.alloc(32, 2))
const RENAMED = noteSigner('otro.example/registro', Buffer.alloc(32, 2))
const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

async function openLog() {
  const { url } = await createTestDatabase()
  const now = () => new Date()
  const log = await openMemoryEventStore(createMemoryLog(), { now, newId })
  const sealed = {
    ...sealedLogOf(log, url),
    now,
    newId,
    monotonicMs: () => performance.now(),
    everyMs: 1_000,
  }
  closing.push(() => sealed.pool.end())
  return sealed
}

const seals = async ({ log }: SealedLog) => log.readStream(LOG_SEALS_STREAM, { limit: 5_000 })
const keysNamed = async (sealed: SealedLog) =>
  (await seals(sealed)).filter(({ type }) => type === 'SealKeyNamed').map(({ data }) => data.vkey)

const historyOf = async ({ log, tree, head }: SealedLog, vkey: string) =>
  readHistory({ log, tree, vkey, head: await head.read() })

async function expectClean(sealed: SealedLog, { vkey } = signer): Promise<void> {
  const verdict = await verifyHistory(await historyOf(sealed, vkey))
  expect(verdict).toMatchObject({ findings: [], tableFaults: 0 })
}

test('two processes with different keys make one chain, which names each of them [SEAL-8]', async () => {
  const sealed = await openLog()
  const sealers = [signer, OTHER].map((one) => startSealer({ ...sealed, signer: one, pollMs: 50 }))
  for (let nth = 0; nth < 20; nth += 1) {
    await appendAll(sealed.log, [nth])
    await pause(150)
  }
  await eventually(async () => expect((await findNewestSeal(trustOf(sealed)))?.size).toBeGreaterThan(20))
  await Promise.all(sealers.map(({ stop }) => stop()))
  await sealNext(sealed)
  await expectClean(sealed)
  expect(new Set(await keysNamed(sealed))).toEqual(new Set([signer.vkey, OTHER.vkey]))
})

test('a lost key is followed by a new one at once, under another name too, and old checkpoints stay good [SEAL-4]', async () => {
  const sealed = await openLog()
  await appendAll(sealed.log, range(0, 5))
  await sealNext(sealed)
  const [before] = await checkpointsOf(sealed.log)
  // Meanwhile nobody seals.
  await appendAll(sealed.log, range(5, 300))
  for (const next of [OTHER, RENAMED, signer]) {
    const running = startSealer({ ...sealed, signer: next, pollMs: 20 })
    await eventually(async () => expect((await findNewestSeal(trustOf(sealed)))?.vkey).toBe(next.vkey))
    await running.stop()
  }
  await sealNext(sealed)
  expect(await keysNamed(sealed)).toEqual([signer.vkey, OTHER.vkey, RENAMED.vkey, signer.vkey])
  await expectClean(sealed, RENAMED)
  const anchor = anchorOf(before!, trustedKeys(OTHER.vkey, await sealed.head.read()))
  const verdict = await verifyHistory({ ...(await historyOf(sealed, OTHER.vkey)), anchor })
  expect(verdict).toMatchObject({ findings: [], continuesAnchor: true })
})
