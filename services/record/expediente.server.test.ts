import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { createRandom, intBelow } from '@app/generator/random.ts'
import { checkpointText } from './checkpoint.ts'
import { ExpedienteCutOff, expedienteLines, type ProvedEvent } from './expediente.ts'
import { leafOf } from './leaf.ts'
import { noteSigner, signedNote } from './signed-note.ts'
import { hashOfRange, inclusionRanges, leafHash } from './tree/merkle-tree.ts'
import { EMPTY_EDGE, extended, headOf, nodesIn } from './tree/tiles.ts'
import { longTest } from '../../tests/support/longer-runs.ts'

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

/** Runs the checker anew for each file, in one process. */
const CHECK_EACH = `const [checker, key, ...files] = process.argv.slice(1)
const verdicts = []
for (const [nth, file] of files.entries()) {
  let stdout = ''
  console.log = (line) => void (stdout += line + '\\n')
  process.argv = ['node', checker, file, key]
  await import(checker + '?' + nth)
  verdicts.push({ status: process.exitCode, stdout })
}
process.stdout.write(JSON.stringify(verdicts))
process.exitCode = 0`

interface Verdict {
  readonly status: number
  readonly stdout: string
}

function node(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  return { status, stdout }
}

let files = 0
function written(content: string | Buffer): string {
  const file = join(folder, `${(files += 1)}.jsonl`)
  writeFileSync(file, content)
  return file
}

/** What the program itself prints. */
const check = (content: string | Buffer, ...keys: string[]) => node(CHECKER, written(content), ...keys)

/** What it says of each file, by the log’s key. */
function checkEach(contents: readonly (string | Buffer)[]): readonly Verdict[] {
  const { stdout } = node(
    '--input-type=module',
    '--eval',
    CHECK_EACH,
    CHECKER,
    signer.vkey,
    ...contents.map(written),
  )
  return JSON.parse(stdout) as readonly Verdict[]
}

describe('an expediente', () => {
  test('fits as it was written, by the log’s published key; its own proves less', async () => {
    const file = await fileOf()
    expect(check(file, signer.vkey)).toEqual({ status: 0, stdout: '7 events, each as it was sealed.\n' })
    expect(check(file).stdout).toContain('by the key that the file names')
    expect(check(file.slice(0, -40), signer.vkey).status).toBe(1)
  })

  test('has a proof under 2 KB for each event', async () => {
    const lines = (await fileOf()).split('\n').slice(1, -2)
    const proofs = lines.map((line) => (JSON.parse(JSON.parse(line).line) as { proof: string }).proof)
    expect(Math.max(...proofs.map(({ length }) => length))).toBeLessThan(2_048)
  })

  longTest('names the line of a byte that was changed, wherever it is [SEAL-11]', async () => {
    const file = Buffer.from(await fileOf())
    const random = createRandom(inject('seed'))
    const places: number[] = []
    const lines: number[] = []
    let start = 0
    for (const [nth, line] of file.toString('latin1').split('\n').slice(0, -1).entries()) {
      // Two places of each line; its newline may be one of them.
      places.push(start + intBelow(random, line.length), start + intBelow(random, line.length + 1))
      lines.push(nth + 1, nth + 1)
      start += line.length + 1
    }
    const changed = places.map((place) => {
      const other = (file[place]! + 1 + intBelow(random, 255)) % 256
      return Buffer.from(file).fill(other, place, place + 1)
    })
    for (const [nth, { status, stdout }] of checkEach(changed).entries())
      expect([status, stdout], `byte ${places[nth]}`).toEqual([
        1,
        expect.stringContaining(`line ${lines[nth]}: `),
      ])
  })

  test('names the line of a byte that decodes to the same text, and of the last newline', async () => {
    async function* withReplacement() {
      for await (const one of proved()) yield { ...one, opened: { position: 'Jefa \ufffd, sí' } }
    }
    const file = Buffer.from(await fileOf(withReplacement()))
    const place = file.indexOf(Buffer.from('\ufffd'))
    const last = file.length - 1
    const [ofText, ofEnd] = checkEach([
      Buffer.from(file).fill(0xf0, place, place + 1),
      Buffer.from(file).fill(0x20, last, last + 1),
    ])
    const lineAt = (at: number) => file.subarray(0, at).filter((one) => one === 0x0a).length + 1
    expect(ofText).toEqual({ status: 1, stdout: expect.stringContaining(`line ${lineAt(place)}: `) })
    expect(ofEnd).toEqual({ status: 1, stdout: expect.stringContaining(`line ${lineAt(last)}: `) })
  })

  test('is refused with the reason: another hand, another event, a gap, a changed head, a line behind the end', async () => {
    async function* altered() {
      for await (const one of proved())
        yield { ...one, stored: { ...one.stored, data: { sealed: 'something else' } } }
    }
    async function* withGap() {
      for await (const one of proved()) if (one.stored.revision !== 3n) yield one
    }
    const file = await fileOf()
    const forged = await fileOf(proved(stranger), stranger)
    expect(check(forged).status).toBe(0)
    const [ofStranger, ofAnotherTime, lacking, ofAnotherStream, longer] = checkEach([
      forged,
      await fileOf(altered()),
      await fileOf(withGap()),
      file.replace(STREAM, 'profile-0199b000'),
      `${file}${file.split(/(?<=\n)/).at(-2)!}`,
    ])
    expect(ofStranger?.status).toBe(1)
    expect(ofAnotherTime?.stdout).toContain('line 2: the event is not the one that was sealed')
    expect(lacking?.stdout).toBe('line 5: the event of its stream that comes before it is not there\n')
    expect(ofAnotherStream?.stdout.match(/^line \d+/gm)).toEqual(['line 1', 'line 9'])
    expect(longer?.stdout).toBe('line 10: it stands behind the end of the file\n')
  })
})

const CUT_OFF = 'the file was cut off'

describe('an expediente that ends early', () => {
  test('is said in one sentence to be cut off, wherever it ends [SEAL-5]', async () => {
    const lines = (await fileOf()).split(/(?<=\n)/)
    const cases: readonly (readonly [string, string, number])[] = [
      ['without its last line', lines.slice(0, -1).join(''), 9],
      ['after two events', lines.slice(0, 3).join(''), 4],
      ['after its head', lines[0]!, 2],
      ['before it began', '', 1],
      ['within an event', lines.join('').slice(0, lines.slice(0, 4).join('').length + 100), 5],
      ['within its last line', lines.join('').slice(0, -40), 9],
      ['before its last events, the last line put behind', lines.toSpliced(5, 3).join(''), 6],
      ['without one event', lines.toSpliced(7, 1).join(''), 8],
    ]
    const verdicts = checkEach(cases.map(([, content]) => content))
    for (const [nth, [name, , line]] of cases.entries()) {
      const { status, stdout } = verdicts[nth]!
      expect([status, stdout.split('\n').filter((one) => one.includes(CUT_OFF))], name).toEqual([
        1,
        [expect.stringContaining(`line ${line}: ${CUT_OFF}`)],
      ])
    }
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
    const linesBefore = async (events: AsyncIterable<ProvedEvent>, ends = ENDS) => {
      let lines = 0
      for await (const line of expedienteLines({ ...HEAD, ends }, events, signer)) {
        expect(line).not.toContain('signature')
        lines += 1
      }
      return lines
    }
    for (const count of [0, 1, 6]) await expect(linesBefore(some(count))).rejects.toThrow(ExpedienteCutOff)
    const two = new Map([...ENDS, ['counting-0199a000', 3n]])
    await expect(linesBefore(proved(), two)).rejects.toThrow('counting-0199a000 ends at undefined, not at 3')
  })
})
