import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../tests/support/eventually.ts'
import { cosignedAt, openedCheckpoint } from './checkpoint.ts'
import { sealStatusOf } from './sealed-record.ts'
import { noteVerifier } from './signed-note.ts'
import { startWitnessing } from './start-witnessing.ts'
import { openSealer, sealMore, signer, trustOf, type SealedLog } from './testing/open-sealer.ts'
import { startWitness } from './testing/witnesses.ts'
import { findNewestSeal } from './trusted-seals.ts'

let ms = Date.parse('2026-11-23T12:00:00.000Z')
const now = () => new Date((ms += 1_000))

let folder: string
let program: Awaited<ReturnType<typeof startWitness>>
let sealer: SealedLog

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'witnessing-'))
  program = await startWitness(folder, signer.vkey)
  sealer = await openSealer(now)
})
afterAll(async () => {
  await Promise.all([program.stop(), sealer.pool.end()])
  rmSync(folder, { recursive: true })
})

test('a witness signs checkpoint after checkpoint, also after a restart that forgot what it signed', async () => {
  const { url, witness } = program
  const { pool, tree } = sealer
  const findSeal = () => findNewestSeal(trustOf(sealer, witness))
  for (const count of [3, 300, 1]) {
    await sealMore(sealer, count)
    const running = startWitnessing({
      url,
      witness,
      findSeal,
      tree,
      write: pool,
      monotonicMs: () => performance.now(),
      everyMs: 20,
      onTrouble: () => undefined,
    })
    await eventually(async () => expect((await findSeal())?.isWitnessed).toBe(true))
    await running.stop()
    const { checkpoint } = (await findSeal())!
    const { note } = openedCheckpoint(checkpoint, noteVerifier(signer.vkey))
    expect(cosignedAt(note, witness)).toBeInstanceOf(Date)
  }
  const record = { ...trustOf(sealer, witness), ...sealer }
  expect((await sealStatusOf(record, now())).anchor).toBe('witnessed')
})
