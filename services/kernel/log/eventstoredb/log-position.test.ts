import { START, type Position } from '@app/contracts/event-store.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusal } from '../contract/contract-fixture.ts'
import { isNowhere, logPositionOf, positionFrom } from './log-position.ts'

const commit = fc.bigInt({ min: 0n, max: 2n ** 62n - 1n })
const place = fc.record({ commit, isEvent: fc.boolean() }).map(({ commit: at, isEvent }) => ({
  commit: at,
  prepare: isEvent ? at : 0n,
}))

describe('a position', () => {
  test('keeps commit and prepare, both ways', () => {
    fc.assert(
      fc.property(place, (one) => {
        const position = positionFrom(one)
        fc.pre(position !== START)
        expect(logPositionOf(position)).toEqual(one)
      }),
    )
  })

  test('is ordered as the server orders commit, then prepare', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        const isBefore =
          one.commit < other.commit || (one.commit === other.commit && one.prepare < other.prepare)
        expect(positionFrom(one) < positionFrom(other)).toBe(isBefore)
      }),
    )
  })

  test('0 is the beginning, which has a name of its own', () => {
    expect(logPositionOf(START)).toBe('start')
    expect(logPositionOf(1n as Position)).toEqual({ commit: 0n, prepare: 0n })
  })

  test.each([
    { commit: 5n, prepare: 3n },
    { commit: 2n ** 62n, prepare: 2n ** 62n },
    { commit: -1n, prepare: -1n },
  ])('cannot be commit $commit, prepare $prepare', async (wrong) => {
    await refusal(
      Promise.resolve().then(() => positionFrom(wrong)),
      'InvalidPosition',
    )
  })

  test('of nowhere is known, in either part', () => {
    const nowhere = 2n ** 64n - 1n
    expect(isNowhere({ commit: nowhere, prepare: nowhere })).toBe(true)
    expect(isNowhere({ commit: nowhere, prepare: 0n })).toBe(true)
    expect(isNowhere({ commit: 7n, prepare: 0n })).toBe(false)
  })
})
