import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkpointText, openedCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { NoteRefused, noteSigner, noteVerifier, parseNote, signedNote } from './signed-note.ts'
import { isConsistent, leafHash, rootOfInclusion } from './tree/merkle-tree.ts'
import { hashesOfBytes, nodesIn, TileDamaged } from './tree/tiles.ts'
import { runs, longTest } from '../../tests/support/longer-runs.ts'

const signer = noteSigner('log.example/registro', Buffer.alloc(32, 1))
const log = noteVerifier(signer.vkey)
const HASHES = Array.from({ length: 5 }, (_, nth) => leafHash(Buffer.from(String(nth))))
const TEXT = checkpointText({ origin: signer.name, size: 70_000, root: HASHES[0]! })
const NOTE = signedNote(TEXT, signer)

/** A text with some of it left out, repeated, or replaced by what parsers stumble over. */
const damaged = (text: string) =>
  fc
    .array(
      fc.record({
        at: fc.nat(text.length),
        length: fc.nat(12),
        by: fc.oneof(
          fc.string({ unit: 'binary', maxLength: 8 }),
          fc.constantFrom(
            '\n',
            '\n\n',
            ' ',
            '— ',
            '\0',
            '=',
            '9'.repeat(20),
            '-1',
            '1e3',
            '\ud800',
            'A'.repeat(4_000),
          ),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((edits) =>
      edits.reduce((now, { at, length, by }) => now.slice(0, at) + by + now.slice(at + length), text),
    )

/** What is no error of this kind fails the test. */
function refusedOr<Value>(work: () => Value, kind: new (message: string) => Error): Value | undefined {
  try {
    return work()
  } catch (error) {
    expect(error).toBeInstanceOf(kind)
    expect((error as Error).message).not.toBe('')
    return undefined
  }
}

longTest('a damaged checkpoint is refused in words, or is the one that was signed [SEAL-9]', () => {
  fc.assert(
    fc.property(damaged(NOTE), (note) => {
      refusedOr(() => parseNote(note), NoteRefused)
      const opened = refusedOr(() => openedCheckpoint(note, log), NoteRefused)
      if (opened !== undefined) expect(opened.note.text).toBe(TEXT)
    }),
    { numRuns: runs(2_000) },
  )
})

test('any text is a checkpoint or refused in words, never a size without an exact number [SEAL-9]', () => {
  fc.assert(
    fc.property(damaged(TEXT), (text) => {
      const checkpoint = refusedOr(() => parseCheckpoint(text), NoteRefused)
      if (checkpoint !== undefined) expect(checkpointText(checkpoint)).toBe(text)
    }),
    { numRuns: runs(2_000) },
  )
})

test('a damaged key of a log is refused in words [SEAL-9]', () => {
  fc.assert(
    fc.property(fc.oneof(damaged(signer.vkey), fc.string({ unit: 'binary' })), (vkey) => {
      refusedOr(() => noteVerifier(vkey), NoteRefused)
    }),
    { numRuns: runs(1_000) },
  )
})

test('a proof of any sizes and hashes has an answer, up to the largest exact size [SEAL-9]', () => {
  const size = fc.oneof(fc.nat(100), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
  const hashes = fc.array(fc.constantFrom(...HASHES), { maxLength: 60 })
  fc.assert(
    fc.property(size, size, hashes, (first, second, proof) => {
      expect(isConsistent({ size: first, root: HASHES[1]! }, { size: second, root: HASHES[2]! }, proof)).toBe(
        false,
      )
      const root = rootOfInclusion(HASHES[0]!, { index: first, size: second }, proof)
      if (first >= second) expect(root).toBeUndefined()
    }),
    { numRuns: runs(2_000) },
  )
})

test('tiles of any bytes are hashes, or refused in words [SEAL-9]', () => {
  const node = fc.record({ height: fc.nat(7), index: fc.nat(300) })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 * 32 }), node, (bytes, wanted) => {
      const hashes = refusedOr(() => hashesOfBytes(Buffer.from(bytes)), TileDamaged) ?? []
      refusedOr(() => nodesIn([{ level: 0, index: 0, hashes }])(wanted), TileDamaged)
    }),
  )
})
