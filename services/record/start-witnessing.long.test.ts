import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventStore } from '@app/contracts/event-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/memory/memory-store.ts'
import { connectionConfig, openPool } from '@app/postgres/pool.ts'
import type pg from 'pg'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { cosignedAt, openedCheckpoint, witnessOf, type Witness } from './checkpoint.ts'
import { sealStatusOf, type SealedRecord } from './sealed-record.ts'
import { sealNext, type SealerDeps } from './sealing/sealer.ts'
import { noteSigner, noteVerifier } from './signed-note.ts'
import { startWitnessing, type Witnessing } from './start-witnessing.ts'
import { createHeadInMemory } from './testing/head-in-memory.ts'
import { createTreeStore } from './tree/tree-store.ts'
import { createLogKeys, findNewestSeal } from './trusted-seals.ts'

const PROGRAM = join(import.meta.dirname, '../../docs/witness.mjs')
const signer = noteSigner('tarjetas.test/registro', Buffer.alloc(32, 7))
let ms = Date.parse('2026-11-23T12:00:00.000Z')
const now = () => new Date((ms += 1_000))

let folder: string
let child: ChildProcess
let url: string
let witness: Witness
let db: pg.Pool
let log: EventStore
let sealer: SealerDeps

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'witnessing-'))
  child = spawn(process.execPath, [PROGRAM, 'testigo.example', folder, '0', signer.vkey])
  let said = ''
  child.stdout!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  while (said.split('\n').length < 3) await once(child.stdout!, 'data')
  const [address, vkey] = said.split('\n')
  url = address!
  witness = witnessOf(vkey!)
  const database = await createTestDatabase()
  db = openPool({
    ...connectionConfig(database.url, { role: 'svc_projector', applicationName: 'test' }),
    max: 4,
  })
  log = await openMemoryEventStore(createMemoryLog(), { now, newId })
  sealer = { log, tree: createTreeStore(db, log.storeId), signer, head: createHeadInMemory(), now, newId }
})
afterAll(async () => {
  child.kill('SIGTERM')
  await db.end()
  rmSync(folder, { recursive: true })
})

async function sealMore(count: number): Promise<void> {
  const events = Array.from({ length: count }, () => {
    const id = newId()
    const actor = { kind: 'system', id: 'test' } as const
    const meta = { actor, occurredAt: now().toISOString(), correlationId: id, causationId: null }
    return { id, type: 'ProfileActivated', version: 1, data: {}, meta }
  })
  await log.append(`test-${newId()}`, 'noStream', events)
  expect(await sealNext(sealer)).toMatchObject({ isSealed: true })
  await sealNext(sealer)
}

const record = (): SealedRecord => ({
  log,
  db,
  signer,
  witness,
  tree: createTreeStore(db, log.storeId),
  keyOf: createLogKeys(log, signer.vkey, sealer.head),
})
const newestSeal = () => findNewestSeal(record())
const anchorNow = async () => (await sealStatusOf(record(), now())).anchor

const witnessing = (at: string, troubles: Error[] = []): Witnessing =>
  startWitnessing({
    url: at,
    witness,
    findSeal: newestSeal,
    tree: createTreeStore(db, log.storeId),
    write: db,
    monotonicMs: () => performance.now(),
    everyMs: 20,
    onTrouble: (error) => troubles.push(error),
  })

test('a witness signs checkpoint after checkpoint, also after a restart that forgot what it signed', async () => {
  for (const count of [3, 300, 1]) {
    await sealMore(count)
    const running = witnessing(url)
    await eventually(async () => expect((await newestSeal())?.isWitnessed).toBe(true))
    await running.stop()
    const { checkpoint } = (await newestSeal())!
    const { note } = openedCheckpoint(checkpoint, noteVerifier(signer.vkey))
    expect(cosignedAt(note, witness)).toBeInstanceOf(Date)
  }
  expect(await anchorNow()).toBe('witnessed')
})
