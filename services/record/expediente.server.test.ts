import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { createRandom, intBelow } from '@app/generator/random.ts'
import { checkpointText } from './checkpoint.ts'
import { expedienteLines, type ProvedEvent } from './expediente.ts'
import { leafOf } from './leaf.ts'
import { noteSigner, signedNote } from './signed-note.ts'
import { hashOfRange, inclusionRanges, leafHash } from './tree/merkle-tree.ts'
import { EMPTY_EDGE, extended, headOf, nodesIn } from './tree/tiles.ts'

const CHECKER = join(import.meta.dirname, '../../docs/check-expediente.mjs')
const signer = noteSigner('tarjetas.test/registro', Buffer.alloc(32, 3))
const stranger = noteSigner(signer.name, Buffer.alloc(32, 4))
const STREAM = 'profile-0199a000'
const HEAD = { stream: STREAM, writtenAt: new Date('2026-11-23T12:00:00.000Z'), vkey: signer.vkey }

const eventOf = (nth: number): StoredEvent =>
  ({
    position: BigInt(nth + 1),
    stream: nth % 5 === 2 ? STREAM : 'other',
    revision: BigInt(nth),
    id: `0199a000-0000-7000-8000-${String(nth).padStart(12, '0')}`,
    type: 'ProfileEdited',
    version: 1,
    data: { sealed: `ciphertext of ${nth}` },
    meta: { occurredAt: '2026-11-23T12:00:00.000Z' },
    recordedAt: new Date(0),
  }) as unknown as StoredEvent

const EVENTS = Array.from({ length: 37 }, (_, nth) => eventOf(nth))

async function* proved(by = signer): AsyncGenerator<ProvedEvent, void> {
  const { edge, tiles } = extended(
    EMPTY_EDGE,
    EVENTS.map((event) => leafHash(leafOf(event))),
  )
  const checkpoint = signedNote(checkpointText({ origin: by.name, ...headOf(edge) }), by)
  for (const [index, stored] of EVENTS.entries()) {
    if (stored.stream !== STREAM) continue
    const hashes = inclusionRanges(index, EVENTS.length).map((range) => hashOfRange(range, nodesIn(tiles)))
    yield { stored, opened: { position: `Directora ${index}` }, proof: { index, hashes, checkpoint } }
  }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'expediente-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function fileOf(events = proved(), by = signer): Promise<string> {
  const lines: string[] = []
  for await (const line of expedienteLines({ ...HEAD, vkey: by.vkey }, events, by)) lines.push(line)
  return lines.join('')
}

function check(content: string | Buffer, ...keys: string[]) {
  const file = join(folder, 'one.jsonl')
  writeFileSync(file, content)
  const { status, stdout } = spawnSync(process.execPath, [CHECKER, file, ...keys], { encoding: 'utf8' })
  return { status, stdout }
}

describe('an expediente', () => {
  test('fits as it was written, by the log’s published key', async () => {
    expect(check(await fileOf(), signer.vkey)).toEqual({
      status: 0,
      stdout: '7 events, each as it was sealed.\n',
    })
  })

  test('says that its own key proves less', async () => {
    expect(check(await fileOf()).stdout).toContain('by the key that the file names')
  })

  test('has a proof under 2 KB for each event', async () => {
    const lines = (await fileOf()).split('\n').slice(1, -2)
    const proofs = lines.map((line) => (JSON.parse(JSON.parse(line).line) as { proof: string }).proof)
    expect(Math.max(...proofs.map(({ length }) => length))).toBeLessThan(2_048)
  })

  test('names the line of a byte that was changed, wherever it is [SEAL-11]', async () => {
    const file = Buffer.from(await fileOf())
    const random = createRandom(inject('seed'))
    let start = 0
    for (const [nth, line] of file.toString('latin1').split('\n').slice(0, -1).entries()) {
      // Two places of each line; its newline may be one of them.
      for (const place of [
        start + intBelow(random, line.length),
        start + intBelow(random, line.length + 1),
      ]) {
        const changed = Buffer.from(file)
        changed[place] = (changed[place]! + 1 + intBelow(random, 255)) % 256
        const { status, stdout } = check(changed, signer.vkey)
        expect([status, stdout], `byte ${place}`).toEqual([1, expect.stringContaining(`line ${nth + 1}: `)])
      }
      start += line.length + 1
    }
  })

  test('names the line of a byte that decodes to the same text, and of the last newline', async () => {
    async function* withReplacement() {
      for await (const one of proved()) yield { ...one, opened: { position: 'Jefa \ufffd, sí' } }
    }
    const file = Buffer.from(await fileOf(withReplacement()))
    const place = file.indexOf(Buffer.from('\ufffd'))
    for (const [at, byte] of [
      [place, 0xf0],
      [file.length - 1, 0x20],
    ] as const) {
      const changed = Buffer.from(file)
      changed[at] = byte
      const line = file.subarray(0, at).filter((one) => one === 0x0a).length + 1
      const { status, stdout } = check(changed, signer.vkey)
      expect([status, stdout]).toEqual([1, expect.stringContaining(`line ${line}: `)])
    }
  })

  test('of which the first line was changed is not said to be wrong in every line', async () => {
    const changed = (await fileOf()).replace(STREAM, 'profile-0199b000')
    expect(check(changed, signer.vkey).stdout.match(/^line \d+/gm)).toEqual(['line 1', 'line 9'])
  })

  test.each([
    ['a line is left out', (lines: readonly string[]) => lines.toSpliced(3, 1)],
    ['two lines are swapped', (lines: readonly string[]) => lines.with(2, lines[3]!).with(3, lines[2]!)],
    ['a line stands twice', (lines: readonly string[]) => lines.toSpliced(3, 0, lines[3]!)],
    ['the signature is missing', (lines: readonly string[]) => lines.slice(0, -1)],
    ['it is empty', () => []],
  ])('does not fit when %s', async (_, change) => {
    const lines = (await fileOf()).split('\n').slice(0, -1)
    const changed = change(lines).map((line) => `${line}\n`)
    expect(check(changed.join(''), signer.vkey).status).toBe(1)
  })

  test('of another hand does not fit the log’s key, whole as it is', async () => {
    const forged = await fileOf(proved(stranger), stranger)
    expect(check(forged).status).toBe(0)
    expect(check(forged, signer.vkey).status).toBe(1)
  })

  test('with an event of another time does not fit, although the log’s hand signed the file', async () => {
    async function* altered() {
      for await (const one of proved())
        yield { ...one, stored: { ...one.stored, data: { sealed: 'something else' } } }
    }
    expect(check(await fileOf(altered()), signer.vkey).stdout).toContain(
      'line 2: the event is not the one that was sealed',
    )
  })
})
