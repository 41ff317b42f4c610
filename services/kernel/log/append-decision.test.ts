import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeAppend, type AppendVerdict } from './append-decision.ts'

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

test('every append is decided like a comparison with its stream [LOG-2]', () => {
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
  fc.assert(property, { seed: Number(process.env.TEST_SEED), numRuns: 2_000 })
  expect([...seen].sort()).toEqual(['conflict', 'replayed', 'write'])
})
