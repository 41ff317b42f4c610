import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { proofFile } from './proof-file.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const checkpoint =
  'tarjetas.cl/registro\n109482\nsFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=\n\n— tarjetas.cl/registro AAAA\n'

test('a proof is the lines of the specification, and that of the only leaf has no hashes', () => {
  const hashes = ['a', 'b'].map(hashOf)
  const lines = hashes.map((hash) => hash.toString('base64')).join('\n')
  expect(proofFile({ index: 73_894, hashes, checkpoint })).toBe(
    `c2sp.org/tlog-proof@v1\nindex 73894\n${lines}\n\n${checkpoint}`,
  )
  expect(proofFile({ index: 0, hashes: [], checkpoint })).toBe(
    `c2sp.org/tlog-proof@v1\nindex 0\n\n${checkpoint}`,
  )
})
