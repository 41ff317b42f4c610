import { expect, test } from 'vitest'
import { Refusal } from '@app/contracts/refusals.ts'
import { checkHead, imageFormatOf } from './image-head.ts'
import { interlacedHead, isoFile } from './testing/sample-pictures.ts'

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
  ['one byte', Buffer.from([0xff])],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['HTML with the mark of a JPEG inside', Buffer.from('<html>\xff\xd8\xff', 'latin1')],
  ['a TIFF', Buffer.from('II*\0')],
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
