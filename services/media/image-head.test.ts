import { expect, test, beforeAll } from 'vitest'
import { Refusal } from '@app/contracts/refusals.ts'
import { checkHead, imageFormatOf, countScans } from './image-head.ts'
import { interlacedHead, isoFile, halves } from './testing/sample-pictures.ts'
import { createImages } from './images.ts'
import { longTest } from '../../tests/support/longer-runs.ts'

const segment = (code: number, ...body: readonly number[]): Buffer =>
  Buffer.from([0xff, code, 0, body.length + 2, ...body])
const zeros = (count: number): readonly number[] => Array.from({ length: count }, () => 0)
const ones = (count: number): readonly number[] => Array.from({ length: count }, () => 1)

/** One code of one bit for one symbol. */
const huffmanTable = (place: number, symbol: number): Buffer => segment(0xc4, place, 1, ...zeros(15), symbol)

const END_OF_64_BLOCKS = 0x60

/** A grey square of 64 blocks; each scan after the first takes eleven bytes and changes nothing. */
function jpegOfScans(count: number): Buffer {
  const more = Buffer.concat([segment(0xda, 1, 1, 0, 1, 63, 0), Buffer.from([1])])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...ones(64)),
    segment(0xc2, 8, 0, 64, 0, 64, 1, 1, 0x11, 0),
    huffmanTable(0x00, 0),
    huffmanTable(0x10, END_OF_64_BLOCKS),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    Buffer.alloc(8),
    ...Array.from({ length: count - 1 }, () => more),
    Buffer.from([0xff, 0xd9]),
  ])
}

test('a picture of 16 bits a channel counts as twice the memory of one of 8 [LIM-9]', async () => {
  await expect(checkHead(interlacedHead(6_000, 8))).resolves.toBeUndefined()
  await expect(checkHead(interlacedHead(6_000, 16))).rejects.toMatchObject({
    code: 'image-too-large',
    message: expect.stringMatching(/como JPEG/) as string,
  })
})

test('AVIF is detected by any of its brands', () => {
  expect(imageFormatOf(isoFile('mif1', 'miaf', 'avif'))).toBe('avif')
  expect(imageFormatOf(isoFile('avis'))).toBe('avif')
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
  ['HTML with the mark of a JPEG inside', Buffer.from('<html>\xff\xd8\xff', 'latin1')],
  ['a video', isoFile('isom', 'mp42')],
  ['sound in a RIFF', Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1')],
])('a file is refused: %s', (_, bytes) => {
  expect(() => imageFormatOf(bytes)).toThrow(new Refusal('unsupported-image'))
})

test.each([isoFile('heic', 'mif1'), isoFile('heix'), isoFile('mif1', 'heic'), isoFile('msf1', 'hevc')])(
  'a file is refused: a photo of an iPhone, with advice',
  (bytes) => {
    expect(() => imageFormatOf(bytes)).toThrow(/Ajustes > Cámara > Formatos > Más compatible/)
  },
)

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
