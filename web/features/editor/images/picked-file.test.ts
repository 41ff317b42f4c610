import { HEIC_ADVICE } from '@app/contracts/fields/image-format.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { isoFile } from '@app/images/testing/sample-pictures.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  DAMAGED,
  memoryFault,
  openingFault,
  readPicked,
  sendingFault,
  type PickedFile,
} from './picked-file.ts'

const bytes = (text: string): Blob => new Blob([Uint8Array.from(text, (sign) => sign.charCodeAt(0))])
const blobOf = (file: Buffer): Blob => new Blob([Uint8Array.from(file)])
const UNSUPPORTED = 'Usa una imagen JPG, PNG, WebP o AVIF.'
const TOO_LARGE = 'La imagen es demasiado grande para abrirla en este equipo. Prueba con una más pequeña.'
const MB = 1024 * 1024
const picked = (megapixels: number, bytesMb: number, format: PickedFile['format'] = 'jpeg'): PickedFile => ({
  format,
  bytes: bytesMb * MB,
  pixels: megapixels * 1_000_000,
})

test('a picked file is known by its format and pixels', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const create = { width: 64, height: 48, channels: 3, background: '#d01010' } as const
    const file = await sharp({ create }).toFormat(format).toBuffer()
    expect(await readPicked(blobOf(file))).toEqual({ format, bytes: file.length, pixels: 64 * 48 })
  }
})

test('the pixels of a photo stand behind megabytes of other data, and those of a damaged one nowhere', async () => {
  const create = { width: 30, height: 20, channels: 3, background: 'red' } as const
  const photo = await sharp({ create }).jpeg().toBuffer()
  const part = Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(0xffff - 2)])
  const depths = Buffer.concat([photo.subarray(0, 2), ...Array<Buffer>(64).fill(part), photo.subarray(2)])
  expect(await readPicked(blobOf(depths))).toMatchObject({ pixels: 600, bytes: depths.length })
  expect(await readPicked(bytes('\xFF\xD8\xFF\xE0'))).toEqual({ format: 'jpeg', bytes: 4, pixels: 0 })
})

test.each([
  ['a text named .png', new File(['hola'], 'logo.png', { type: 'image/png' }), UNSUPPORTED],
  ['nothing', new Blob([]), UNSUPPORTED],
  ['a drawing', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), UNSUPPORTED],
  ['11 MB of nothing', new Blob([new Uint8Array(11 * MB)]), UNSUPPORTED],
])('%s is refused with a sentence', async (_, file, sentence) => {
  expect(await readPicked(file)).toBe(sentence)
})

test('a file that was removed after it was picked is refused', async () => {
  const gone = { size: 5, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) }
  expect(await readPicked(gone as unknown as Blob)).toBe(DAMAGED)
})

test.each([
  ['a photo of 50 megapixels', picked(50, 14), undefined, undefined],
  ['a photo of 108 megapixels', picked(108, 32), undefined, undefined],
  ['a photo of 200 megapixels', picked(200, 80), undefined, undefined],
  ['a scan of 60 MB', picked(40, 60, 'png'), undefined, undefined],
  ['a photo of 108 megapixels on a small phone', picked(108, 32), 1, undefined],
  ['a photo of 200 megapixels on a small phone', picked(200, 80), 2, TOO_LARGE],
  ['a photo of 300 megapixels', picked(300, 90), undefined, TOO_LARGE],
  ['a photo of 300 megapixels on a desk', picked(300, 90), 8, undefined],
  ['a file of 2 GB', picked(0, 2_048), undefined, TOO_LARGE],
  ['a small file of a huge picture', picked(400, 0.5, 'png'), 4, TOO_LARGE],
])('opening is judged by pixels and memory: %s', (_, file, deviceGb, sentence) => {
  expect(memoryFault(file, deviceGb)).toBe(sentence)
})

test.each([
  ['a damaged photo', picked(12, 4), DAMAGED],
  ['a photo without a size', picked(0, 4), DAMAGED],
  ['a photo of 200 megapixels', picked(200, 80), TOO_LARGE],
  ['a photo of an iPhone', picked(12, 2, 'heic'), HEIC_ADVICE],
])('what the browser cannot open is explained: %s', (_, file, sentence) => {
  expect(openingFault(file)).toBe(sentence)
})

test('what is sent as it is keeps its limit, whose excess never reads like the limit', async () => {
  const atLimit = { ...picked(12, 0), bytes: LIMITS.imageBytesMax }
  expect(sendingFault(atLimit)).toBeUndefined()
  const why = 'Tu navegador no permite achicarla antes de enviarla.'
  expect(sendingFault({ ...atLimit, bytes: LIMITS.imageBytesMax + 1 })).toBe(
    `La imagen pesa 10,1 MB. El máximo es 10 MB. ${why}`,
  )
  expect(sendingFault(picked(50, 14))).toBe(`La imagen pesa 14 MB. El máximo es 10 MB. ${why}`)
  const heic = (await readPicked(blobOf(isoFile('heic', 'mif1')))) as PickedFile
  expect(sendingFault(heic)).toBe(HEIC_ADVICE)
})
