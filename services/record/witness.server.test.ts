import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkpointText, cosignedAt, openedCheckpoint } from './checkpoint.ts'
import { noteSigner, noteVerifier, signedNote } from './signed-note.ts'
import { startWitness } from './testing/witnesses.ts'
import { consistencyRanges, EMPTY_ROOT, hashOfRange, leafHash, type Hash } from './tree/merkle-tree.ts'
import { EMPTY_EDGE, extended, headOf, nodesIn } from './tree/tiles.ts'

const signer = noteSigner('tarjetas.test/registro', Buffer.alloc(32, 5))
const log = noteVerifier(signer.vkey)
const LEAVES = Array.from({ length: 50 }, (_, nth) => leafHash(Buffer.from(String(nth))))
const { tiles } = extended(EMPTY_EDGE, LEAVES)

const noteOf = (size: number, leaves: readonly Hash[] = LEAVES, by = signer): string => {
  const head =
    size === 0 ? { size, root: EMPTY_ROOT } : headOf(extended(EMPTY_EDGE, leaves.slice(0, size)).edge)
  return signedNote(checkpointText({ origin: by.name, ...head }), by)
}
const proofOf = (first: number, second: number): readonly string[] =>
  first === 0 || first === second
    ? []
    : consistencyRanges(first, second).map((range) => hashOfRange(range, nodesIn(tiles)).toString('base64'))

/** What only a log would sign that means to deceive. */
function noteOfSize(size: string, old: number, change = (root: string) => root): string {
  const root = change(headOf(extended(EMPTY_EDGE, LEAVES).edge).root.toString('base64'))
  return `old ${old}\n\n${signedNote(`${signer.name}\n${size}\n${root}\n`, signer)}`
}

let folder: string
let program: Awaited<ReturnType<typeof startWitness>>
const start = async () => void (program = await startWitness(folder, signer.vkey))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'witness-'))
  await start()
})
afterAll(async () => {
  await program.stop()
  rmSync(folder, { recursive: true })
})

const ask = async (body: string) => {
  const response = await fetch(program.url, { method: 'POST', body })
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') }
}
const add = (first: number, second: number, { proof = proofOf(first, second), note = noteOf(second) } = {}) =>
  ask([`old ${first}`, ...proof, '', note].join('\n'))

describe('the example of a witness', () => {
  test('signs checkpoints that continue each other, also after a restart', async () => {
    const startedMs = Date.now()
    for (const [first, second] of [
      [0, 3],
      [3, 3],
      [3, 7],
      [7, 32],
    ] as const) {
      const { status, text } = await add(first, second)
      expect(status).toBe(200)
      const { note } = openedCheckpoint(noteOf(second) + text, log)
      const at = cosignedAt(note, program.witness)
      // A witness signs whole seconds.
      expect(at!.getTime()).toBeGreaterThan(startedMs - 1_000)
    }
    const { witness: before } = program
    await program.stop()
    await start()
    expect(program.witness).toEqual(before)
    expect((await add(32, 50)).status).toBe(200)
  })

  test('names the size that it knows to a log that does not', async () => {
    expect(await add(0, 50)).toEqual({ status: 409, text: '50\n', type: 'text/x.tlog.size' })
  })

  test('signs nothing that takes back what it has signed', async () => {
    const rewritten = LEAVES.with(4, leafHash(Buffer.from('another')))
    expect((await add(50, 50, { note: noteOf(50, rewritten) })).status).toBe(422)
    expect((await add(50, 50, { proof: proofOf(7, 50) })).status).toBe(422)
    expect((await add(50, 20, { proof: [] })).status).toBe(400)
  })

  test('signs nothing of a log that it does not know, or that has not signed it', async () => {
    const stranger = noteSigner('example.com/log', Buffer.alloc(32, 6))
    expect((await add(50, 50, { note: noteOf(50, LEAVES, stranger) })).status).toBe(404)
    const forger = noteSigner(signer.name, Buffer.alloc(32, 6))
    expect((await add(50, 50, { note: noteOf(50, LEAVES, forger) })).status).toBe(403)
    const note = noteOf(50)
    expect((await add(50, 50, { note: note.replace('\n50\n', '\n49\n') })).status).toBe(403)
  })

  test.each([
    ['nothing', ''],
    ['no old size', noteOf(50)],
    ['a size with a zero before it', `old 050\n\n${noteOf(50)}`],
    ['a size that numbers cannot tell from its neighbours', noteOfSize('9007199254740993', 50)],
    ['a root in other base64', noteOfSize('50', 50, (root) => root.replace('=', ''))],
    ['a line that is no hash', `old 50\nAAAA\n\n${noteOf(50)}`],
    ['64 hashes', `old 50\n${`${EMPTY_ROOT.toString('base64')}\n`.repeat(64)}\n${noteOf(50)}`],
  ])('refuses a request with %s', async (_, body) => {
    expect((await ask(body)).status).toBe(400)
  })

  test('refuses a request of a megabyte', async () => {
    expect((await ask('x'.repeat(1_000_000))).status).toBe(413)
  })
})
