import { expect, test } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'

/**
 * In Node 20 the export as JWK of a key that `generateKeyPair` returned holds a lock which the collection of that
 * key's generator takes too: now and then the process stands still forever.
 */
const mayBlock = (text: string): boolean =>
  /\bgenerateKeyPair(?:Sync)?\(/.test(text) && !text.includes('privateKeyEncoding') && text.includes("'jwk'")

test('no generated key is exported as JWK', () => {
  const files = sourceFiles(/\.(?:tsx?|mjs)$/).filter(
    ({ path }) => path !== 'tests/code/generated-keys.test.ts',
  )
  expect(files.length).toBeGreaterThan(700)
  expect(files.filter(({ text }) => mayBlock(text)).map(({ path }) => path)).toEqual([])
})
