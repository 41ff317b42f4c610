import { describe, expect, test } from 'vitest'
import { judgeSpace, SPACE } from './space-policy.ts'

const MIB = 2 ** 20
const WELL = { isLow: false, hasBallast: true, isServerDown: false }

describe('writes', () => {
  test('are refused below the floor', () => {
    expect(judgeSpace(SPACE.floorBytes, WELL).isLow).toBe(false)
    expect(judgeSpace(SPACE.floorBytes - 1, WELL).isLow).toBe(true)
  })

  test('are accepted again only with some more space than the floor', () => {
    const low = { ...WELL, isLow: true }
    expect(judgeSpace(SPACE.floorBytes, low).isLow).toBe(true)
    expect(judgeSpace(SPACE.enoughBytes, low).isLow).toBe(false)
  })
})

describe('the ballast', () => {
  const down = { isLow: true, hasBallast: true, isServerDown: true }

  test('is released only when the server is down on a full disk', () => {
    expect(judgeSpace(0, down).ballast).toBe('give-back')
    expect(judgeSpace(SPACE.giveBackBytes, down).ballast).toBe('keep')
    expect(judgeSpace(0, { ...down, isServerDown: false }).ballast).toBe('keep')
    expect(judgeSpace(0, { ...down, hasBallast: false }).ballast).toBe('keep')
  })

  test('gives no space to new writes once it is released', () => {
    expect(SPACE.giveBackBytes + SPACE.ballastBytes).toBeLessThan(SPACE.floorBytes)
  })

  test('is made again with plenty of space, without refusing writes', () => {
    const without = { ...WELL, hasBallast: false }
    expect(judgeSpace(SPACE.plentyBytes - 1, without).ballast).toBe('keep')
    expect(judgeSpace(SPACE.plentyBytes, without).ballast).toBe('make')
    expect(SPACE.plentyBytes - SPACE.ballastBytes).toBeGreaterThan(SPACE.enoughBytes)
  })

  test('leaves, with the floor, space for the segments that Postgres needs', () => {
    const segment = 16 * MIB
    expect(SPACE.ballastBytes / segment).toBeGreaterThanOrEqual(4)
    expect(SPACE.floorBytes / segment).toBeGreaterThanOrEqual(8)
  })
})
