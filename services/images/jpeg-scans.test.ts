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

longTest('the scans of a JPEG exclude those of a picture within it or after it', async () => {
  const thumbnail = Buffer.from([
    0xff,
    0xe1,
    0x04,
    0x02,
    ...Array.from({ length: 0x200 }, () => [0xff, 0xda]).flat(),
  ])
  const fill = Buffer.from([0xff, 0xff])
  const behind = Buffer.concat([Buffer.alloc(2), jpegOfScans(MANY).subarray(2)])
  const among = [plain.subarray(0, 2), fill, thumbnail, plain.subarray(2), behind]
  expect(countScans(Buffer.concat(among), MANY)).toBe(1)
  expect((await images.render(Buffer.concat(among), KIND)).width).toBeGreaterThan(0)
})

test('the scans of a JPEG are counted to the end of a truncated file', () => {
  for (let length = 0; length < progressive.length; length += 7)
    expect(countScans(progressive.subarray(0, length), MANY)).toBeLessThanOrEqual(10)
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
