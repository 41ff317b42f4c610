import { describe, expect, test } from 'vitest'
import {
  NoteRefused,
  noteSigner,
  noteVerifier,
  openedNote,
  parseNote,
  signatureLine,
  signedNote,
} from './signed-note.ts'

/** The example of the specification. */
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`

const signer = noteSigner('tarjetas.cl/registro', Buffer.alloc(32, 7))
const verifier = noteVerifier(signer.vkey)
const TEXT = 'tarjetas.cl/registro\n3\nAAAA\n'

describe('a signed note', () => {
  test('of the specification is opened by the key of the specification', () => {
    expect(openedNote(EXAMPLE, [noteVerifier(EXAMPLE_KEY)]).text).toBe('This is an example message.\n')
  })

  test('is opened by its signer’s public key, among others', () => {
    const note = signedNote(TEXT, signer)
    expect(openedNote(note, [noteVerifier(EXAMPLE_KEY), verifier]).text).toBe(TEXT)
  })

  test('is opened beside signatures of unknown keys, one of the same name among them', () => {
    const other = noteSigner(signer.name, Buffer.alloc(32, 8))
    const line = signatureLine({ name: other.name, id: other.id, signature: other.sign(TEXT) })
    expect(openedNote(signedNote(TEXT, signer) + line, [verifier]).signatures).toHaveLength(2)
  })

  test('may hold an empty line in its text', () => {
    const text = 'one\n\ntwo\n'
    expect(openedNote(signedNote(text, signer), [verifier]).text).toBe(text)
  })
})

describe('a note is refused', () => {
  const note = signedNote(TEXT, signer)
  test.each([
    ['with one byte of its text changed', note.replace('AAAA', 'AAAB')],
    [
      'with one byte of its signature changed',
      note.replace(/.(?==*\n$)/, (last) => (last === 'A' ? 'B' : 'A')),
    ],
    ['without a signature', `${TEXT}\n`],
    ['without its last newline', note.slice(0, -1)],
    ['with a hyphen in place of the dash', note.replace('—', '-')],
    ['with a control character', note.replace('AAAA', 'AA\tA')],
    ['with a line below it that is no signature', `${note}more\n`],
    ['with a signature in other base64', note.replace(/=*\n$/, '==\n')],
    ['when it is empty', ''],
    ['when it is no note', 'hello'],
  ])('%s', (_, changed) => {
    expect(() => openedNote(changed, [verifier])).toThrow(NoteRefused)
  })

  test('by somebody who knows none of its keys', () => {
    expect(() => openedNote(note, [noteVerifier(EXAMPLE_KEY)])).toThrow('no known key')
  })

  test('when it has very many signatures', () => {
    const { signatures } = parseNote(note)
    expect(() => parseNote(note + signatureLine(signatures[0]!).repeat(64))).toThrow('more than 64')
  })
})

test.each(['', 'with space', 'plus+plus', 'line\nline'])('the key’s name %j is refused', (name) => {
  expect(() => noteSigner(name, Buffer.alloc(32))).toThrow(RangeError)
})

test.each([
  'tarjetas.cl/registro',
  `${signer.vkey.replace(signer.id, '00000000')}`,
  'a+b+c',
  signer.vkey.replace('+A', '+B'),
])('the verifier key %j is refused', (vkey) => {
  expect(() => noteVerifier(vkey)).toThrow(NoteRefused)
})
