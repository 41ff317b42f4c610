import { describe, expect, test } from 'vitest'
import { cutOf, isSmall, middleOf, shrunk, stageOf } from './picture-areas.ts'

const PHOTO = { width: 4_000, height: 3_000 }
const PORTRAIT = { aspect: 1, opensWhole: false }
const LOGO = { aspect: 4 / 3, opensWhole: true }

describe('the frame begins', () => {
  test('as large as the picture allows, in its middle', () => {
    const stage = stageOf(PHOTO, PORTRAIT)
    expect(cutOf(middleOf(stage, 1), stage, PHOTO)).toEqual({ x: 500, y: 0, width: 3_000, height: 3_000 })
    const upright = middleOf(stage, 9 / 16)
    expect(cutOf(upright, stage, PHOTO)).toEqual({ x: 1_156, y: 0, width: 1_688, height: 3_000 })
  })

  test.each([
    ['wide', { width: 1_200, height: 100 }],
    ['high', { width: 90, height: 800 }],
    ['of the same shape', { width: 400, height: 300 }],
  ])('around a whole logo that is %s, of which nothing is padded', (_, logo) => {
    const stage = stageOf(logo, LOGO)
    expect(stage.width / stage.height).toBeCloseTo(4 / 3)
    expect(cutOf(middleOf(stage, 4 / 3), stage, logo)).toEqual({ x: 0, y: 0, ...logo })
  })
})

test('of a zoomed logo what is in the frame is cut, and nothing beside the picture', () => {
  const logo = { width: 800, height: 200 }
  const stage = stageOf(logo, LOGO)
  // The left half; the stage is 800 × 600, and the logo lies from 200 to 400.
  expect(cutOf({ x: 0, y: 25, width: 50, height: 50 }, stage, logo)).toEqual({
    x: 0,
    y: 0,
    width: 400,
    height: 200,
  })
})

test('a frame beside the picture still cuts one pixel', () => {
  const logo = { width: 800, height: 20 }
  const cut = cutOf({ x: 0, y: 0, width: 10, height: 10 }, stageOf(logo, LOGO), logo)
  expect(cut).toEqual({ x: 0, y: 0, width: 80, height: 1 })
})

test('a sent picture is made smaller in its shape, and never larger', () => {
  expect(shrunk({ width: 4_000, height: 1_000 }, { width: 1_000, height: 1_000 })).toEqual({
    width: 1_000,
    height: 250,
  })
  expect(shrunk({ width: 40, height: 30 }, { width: 1_000, height: 1_000 })).toEqual({
    width: 40,
    height: 30,
  })
  expect(shrunk({ width: 8_000, height: 1 }, { width: 1_000, height: 1_000 }).height).toBe(1)
})

test('small is what has too few pixels on both sides', () => {
  const wanted = { width: 420, height: 72 }
  expect(isSmall({ width: 420, height: 30 }, wanted)).toBe(false)
  expect(isSmall({ width: 100, height: 72 }, wanted)).toBe(false)
  expect(isSmall({ width: 419, height: 71 }, wanted)).toBe(true)
})
