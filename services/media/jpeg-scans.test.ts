import { beforeAll, expect, test } from 'vitest'
import { createImages } from './images.ts'
import { countScans } from './image-head.ts'
import { jpegOfScans } from './testing/jpeg-of-scans.ts'
import { halves } from './testing/sample-pictures.ts'
import { longTest } from '../../tests/support/longer-runs.ts'

const images = createImages()

const SCANS_MAX = 100
const MANY = 1_000
const KIND = 'company-logo'

let plain: Buffer
let progressive: Buffer
beforeAll(async () => {
  plain = await halves(320, 240).jpeg().toBuffer()
  progressive = await halves(320, 240).jpeg({ progressive: true }).toBuffer()
})

test('the scans of a JPEG are counted up to the given number', () => {
  expect(countScans(plain, MANY)).toBe(1)
  expect(countScans(progressive, MANY)).toBe(10)
  expect([countScans(jpegOfScans(40), MANY), countScans(jpegOfScans(40), 30)]).toEqual([40, 30])
})

longTest(
  'the scans of a JPEG are limited, because a decoder cannot be interrupted between them',
  async () => {
    expect((await images.render(jpegOfScans(SCANS_MAX), KIND)).width).toBeGreaterThan(0)
    await expect(images.render(jpegOfScans(SCANS_MAX + 1), KIND)).rejects.toMatchObject({
      code: 'image-too-large',
    })
  },
)
