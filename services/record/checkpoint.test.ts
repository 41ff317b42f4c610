import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkpointText, openedCheckpoint, parseCheckpoint, type TreeCheckpoint } from './checkpoint.ts'
import { NoteRefused, noteSigner, noteVerifier, signedNote } from './signed-note.ts'

const ORIGIN = 'tarjetas.cl/registro'
const signer = noteSigner(ORIGIN, Buffer.alloc(32, 7))
const log = noteVerifier(signer.vkey)
const CHECKPOINT: TreeCheckpoint = {
  origin: ORIGIN,
  size: 109_482,
  root: createHash('sha256').update('r').digest(),
}
const TEXT = checkpointText(CHECKPOINT)

describe('a checkpoint', () => {
  test('is three lines, and reads as it was written', () => {
    expect(TEXT).toBe(`${ORIGIN}\n109482\n${CHECKPOINT.root.toString('base64')}\n`)
    expect(parseCheckpoint(TEXT)).toEqual(CHECKPOINT)
  })

  test('is opened by the key of its log', () => {
    expect(openedCheckpoint(signedNote(TEXT, signer), log)).toMatchObject(CHECKPOINT)
  })

  test('of another log is refused, although the key is right', () => {
    const foreign = signedNote(checkpointText({ ...CHECKPOINT, origin: 'example.com/log' }), signer)
    expect(() => openedCheckpoint(foreign, log)).toThrow('another log')
  })

  test.each([
    ['a size with a zero before it', TEXT.replace('109482', '0109482')],
    ['a size below zero', TEXT.replace('109482', '-1')],
    ['a size beyond all numbers', TEXT.replace('109482', '9999999999999999')],
    ['no size', TEXT.replace('109482', '')],
    ['a hash of 31 bytes', TEXT.replace(/\n[^\n]+\n$/, `\n${Buffer.alloc(31).toString('base64')}\n`)],
    ['no end of its last line', `${TEXT}more`],
    ['a further line', `${TEXT}more\n`],
    ['no origin', TEXT.slice(ORIGIN.length)],
    ['nothing', ''],
  ])('with %s is refused', (_, text) => {
    expect(() => parseCheckpoint(text)).toThrow(NoteRefused)
  })
})
