import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeAppend, type AppendVerdict } from './append-decision.ts'
import { SEED } from './contract/random.ts'

const open = { head: 2n, idsAfterExpected: [] as string[] }
const none = { ...open, head: -1n }

describe('an append is decided by the decision table', () => {
  test('an append at the last revision is written', () => {
    expect(judgeAppend(open, 2n, ['a'])).toEqual({ kind: 'write' })
    expect(judgeAppend(none, 'noStream', ['a'])).toEqual({ kind: 'write' })
  })

  test('an append beyond the last revision conflicts', () => {
    expect(judgeAppend(open, 3n, ['a'])).toEqual({ kind: 'conflict', actual: 2n })
    expect(judgeAppend(none, 0n, ['a'])).toEqual({ kind: 'conflict', actual: 'noStream' })
  })

  test('the same ids at the same revision are a retry [LOG-2]', () => {
    const found = { ...open, idsAfterExpected: ['a', 'b', 'c'] }
    expect(judgeAppend(found, 'noStream', ['a', 'b', 'c'])).toEqual({ kind: 'replayed', lastRevision: 2n })
  })

  test('a prefix of the stored events is a retry that answers with its own last revision', () => {
    const found = { ...open, idsAfterExpected: ['a', 'b'] }
    expect(judgeAppend(found, 0n, ['a'])).toEqual({ kind: 'replayed', lastRevision: 1n })
  })

  test('a first id that differs conflicts', () => {
    const found = { ...open, idsAfterExpected: ['x', 'b'] }
    expect(judgeAppend(found, 0n, ['a', 'b'])).toEqual({ kind: 'conflict', actual: 2n })
  })

  test('a later id that differs conflicts', () => {
    const found = { ...open, idsAfterExpected: ['a', 'x'] }
    expect(judgeAppend(found, 0n, ['a', 'b'])).toEqual({ kind: 'conflict', actual: 2n })
  })

  test('a retry longer than the stored events conflicts', () => {
    const found = { ...open, idsAfterExpected: ['a', 'b'] }
    expect(judgeAppend(found, 0n, ['a', 'b', 'c'])).toEqual({ kind: 'conflict', actual: 2n })
  })
})

/** The same rule written otherwise: compare the append with the stream, event by event. */
function judgedByOverlay(stored: readonly string[], before: number, ids: readonly string[]) {
  const actual = stored.length === 0 ? 'noStream' : BigInt(stored.length - 1)
  const kept = stored.slice(0, before + 1)
  const after = [...kept, ...ids]
  if (kept.length <= before) return { kind: 'conflict', actual }
  if (kept.length === stored.length) return { kind: 'write' }
  const changesNothing = after.length <= stored.length && after.every((id, at) => id === stored[at])
  return changesNothing
    ? { kind: 'replayed', lastRevision: BigInt(after.length - 1) }
    : { kind: 'conflict', actual }
}

test('every append is decided like a comparison with its stream', () => {
  // Two letters only, so that retries, prefixes and near misses are common.
  const letters = fc.array(fc.constantFrom('a', 'b'), { maxLength: 4 })
  const append = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 4 })
  const seen = new Set<AppendVerdict['kind']>()
  const property = fc.property(letters, fc.integer({ min: -1, max: 5 }), append, agrees)
  function agrees(stored: string[], before: number, ids: string[]) {
    const idsAfterExpected = stored.slice(before + 1, before + 1 + ids.length)
    const found = { head: BigInt(stored.length - 1), idsAfterExpected }
    const verdict = judgeAppend(found, before === -1 ? 'noStream' : BigInt(before), ids)
    seen.add(verdict.kind)
    expect(verdict).toEqual(judgedByOverlay(stored, before, ids))
  }
  fc.assert(property, { seed: SEED, numRuns: 2_000 })
  expect([...seen].sort()).toEqual(['conflict', 'replayed', 'write'])
})
