import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseProofFile, proofFile, type InclusionProof } from './proof-file.ts'
import { NoteRefused } from './signed-note.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const PROOF: InclusionProof = {
  index: 73_894,
  hashes: ['a', 'b', 'c'].map(hashOf),
  checkpoint:
    'tarjetas.cl/registro\n109482\nsFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=\n\n— tarjetas.cl/registro AAAA\n',
}
const FILE = proofFile(PROOF)

test('a proof is the lines of the specification, and reads as it was written', () => {
  expect(FILE.split('\n').slice(0, 2)).toEqual(['c2sp.org/tlog-proof@v1', 'index 73894'])
  expect(FILE).toContain(`${hashOf('c').toString('base64')}\n\ntarjetas.cl/registro\n`)
  expect(parseProofFile(FILE)).toEqual(PROOF)
})

test('a proof of the only leaf has no hashes', () => {
  const only = { ...PROOF, index: 0, hashes: [] }
  expect(parseProofFile(proofFile(only))).toEqual(only)
})

test('extra data of another program are passed over', () => {
  expect(parseProofFile(FILE.replace('index', 'extra YWdl\nindex'))).toEqual(PROOF)
})

describe('a file is refused', () => {
  test.each([
    ['of another version', FILE.replace('@v1', '@v2')],
    ['without a place', FILE.replace('index 73894\n', '')],
    ['with a place that begins with zero', FILE.replace('73894', '073894')],
    ['with a place below zero', FILE.replace('73894', '-1')],
    ['with a line that is no hash', FILE.replace(hashOf('b').toString('base64'), 'AAAA')],
    [
      'with a hash in other base64',
      FILE.replace(hashOf('b').toString('base64'), hashOf('b').toString('base64url')),
    ],
    [
      'with more hashes than any tree needs',
      proofFile({ ...PROOF, hashes: Array.from({ length: 54 }, () => hashOf('a')) }),
    ],
    ['that is empty', ''],
    ['that is something else', '{"index": 73894}\n\n'],
  ])('%s', (_, file) => {
    expect(() => parseProofFile(file)).toThrow(NoteRefused)
  })
})
