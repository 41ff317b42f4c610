import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { createRandom, intBelow } from '@app/generator/random.ts'
import { checkpointText } from './checkpoint.ts'
import { ExpedienteCutOff, expedienteLines, type ProvedEvent } from './expediente.ts'
import { canonicalJson, leafOf } from './leaf.ts'
import { noteSigner, signedNote } from './signed-note.ts'
import { hashOfRange, inclusionRanges, leafHash } from './tree/merkle-tree.ts'
import { EMPTY_EDGE, extended, headOf, nodesIn } from './tree/tiles.ts'

const CHECKER = join(import.meta.dirname, '../../docs/check-expediente.mjs')
const signer = noteSigner('tarjetas.test/registro', Buffer.alloc(32, 3))
const stranger = noteSigner(signer.name, Buffer.alloc(32, 4))
const STREAM = 'profile-0199a000'
/** Every fifth event is of the stream: seven of them. */
const ENDS = new Map([[STREAM, 6n]])
const HEAD = {
  stream: STREAM,
  ends: ENDS,
  writtenAt: new Date('2026-11-23T12:00:00.000Z'),
  vkey: signer.vkey,
}

const eventOf = (nth: number): StoredEvent =>
  ({
    position: BigInt(nth + 1),
    stream: nth % 5 === 2 ? STREAM : 'other',
    revision: BigInt(Math.floor(nth / 5)),
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

const CUT_OFF = 'the file was cut off'
const signedLine = (members: Record<string, string | number>): string => {
  const text = canonicalJson(members)
  return `${canonicalJson({ line: text, sha256: hash('sha256', text) })}\n`
}

/** The file as version 1 would have ended it: by the number of its lines. */
async function ofVersion1(): Promise<string> {
  const lines = (await fileOf()).split('\n').slice(0, -2)
  lines[0] = signedLine({
    ...(JSON.parse((JSON.parse(lines[0]!) as { line: string }).line) as object),
    expediente: 1,
  }).trimEnd()
  const digest = lines
    .map((line) => `${line}\n`)
    .reduce(
      (all, line) => (all === '' ? hash('sha256', line) : hash('sha256', all + hash('sha256', line))),
      '',
    )
  const note = signedNote(`${signer.name}\nexpediente 1\n${lines.length}\n${digest}\n`, signer)
  return [...lines.map((line) => `${line}\n`), signedLine({ signature: note })].join('')
}

describe('an expediente that ends early', () => {
  test.each<[string, (lines: readonly string[]) => string, number]>([
    ['without its last line', (lines) => lines.slice(0, -1).join(''), 9],
    ['after two events', (lines) => lines.slice(0, 3).join(''), 4],
    ['after its head', (lines) => lines[0]!, 2],
    ['before it began', () => '', 1],
    ['within an event', (lines) => lines.join('').slice(0, lines.slice(0, 4).join('').length + 100), 5],
    ['within its last line', (lines) => lines.join('').slice(0, -40), 9],
    ['before its last events, the last line put behind', (lines) => lines.toSpliced(5, 3).join(''), 6],
    ['without one event', (lines) => lines.toSpliced(7, 1).join(''), 8],
  ])('is said in one sentence to be cut off: %s [SEAL-5]', async (_, cut, line) => {
    const lines = (await fileOf()).split(/(?<=\n)/)
    const { status, stdout } = check(cut(lines), signer.vkey)
    expect([status, stdout.split('\n').filter((one) => one.includes(CUT_OFF))]).toEqual([
      1,
      [expect.stringContaining(`line ${line}: ${CUT_OFF}`)],
    ])
  })

  test('is not signed, so that it looks like what it is [SEAL-5]', async () => {
    async function* some(count: number) {
      let left = count
      for await (const one of proved()) {
        if (left === 0) return
        left -= 1
        yield one
      }
    }
    const written = async (events: AsyncIterable<ProvedEvent>, ends = ENDS) => {
      let lines = 0
      for await (const line of expedienteLines({ ...HEAD, ends }, events, signer)) {
        expect(line).not.toContain('signature')
        lines += 1
      }
      return lines
    }
    for (const count of [0, 1, 6]) await expect(written(some(count))).rejects.toThrow(ExpedienteCutOff)
    const two = new Map([...ENDS, ['counting-0199a000', 3n]])
    await expect(written(proved(), two)).rejects.toThrow('counting-0199a000 ends at undefined, not at 3')
  })

  test('lacks an event of its stream, whoever signed it', async () => {
    async function* withGap() {
      for await (const one of proved()) if (one.stored.revision !== 3n) yield one
    }
    expect(check(await fileOf(withGap()), signer.vkey).stdout).toBe(
      'line 5: the event of its stream that comes before it is not there\n',
    )
  })

  test('can be of version 1, which is read, and never said to be whole', async () => {
    const file = await ofVersion1()
    expect(check(file, signer.vkey)).toEqual({
      status: 0,
      stdout:
        '7 events, each as it was sealed. Files of version 1 do not say whether these are all: get a new one.\n',
    })
    expect(check(file.replace('\\"expediente\\":1', '\\"expediente\\":2'), signer.vkey).status).toBe(1)
    const lines = file.split(/(?<=\n)/)
    expect(check(lines.toSpliced(3, 1).join(''), signer.vkey).stdout).toContain('it has 6 of its 7 events')
  })

  test.each([
    ['a last line alone', signedLine({ signature: 'none' })],
    ['a head of a newer version', signedLine({ expediente: 3, vkey: signer.vkey })],
    ['a line without an end', 'x'.repeat(5_000_000)],
  ])('does not fit as %s', (_, content) => {
    expect(check(content, signer.vkey).status).toBe(1)
  })

  test('does not fit with a line behind its end', async () => {
    const file = await fileOf()
    const again = `${file}${file.split(/(?<=\n)/).at(-2)!}`
    expect(check(again, signer.vkey).stdout).toBe('line 10: it stands behind the end of the file\n')
  })
})
