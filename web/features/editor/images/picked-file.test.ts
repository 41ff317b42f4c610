import { HEIC_ADVICE } from '@app/contracts/fields/image-format.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { isoFile } from '@app/services/media/testing/sample-pictures.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DAMAGED, openingFault, readPicked, sendingFault, type PickedFile } from './picked-file.ts'

const bytes = (text: string): Blob => new Blob([Uint8Array.from(text, (sign) => sign.charCodeAt(0))])
const blobOf = (file: Buffer): Blob => new Blob([Uint8Array.from(file)])
const UNSUPPORTED = 'Usa una imagen JPG, PNG, WebP, AVIF, GIF, BMP o SVG.'
const TOO_LARGE = 'La imagen es demasiado grande para abrirla en este equipo. Prueba con una más pequeña.'
const MB = 1024 * 1024
const picked = (bytesMb: number, format: PickedFile['format'] = 'jpeg'): PickedFile => ({
  format,
  bytes: bytesMb * MB,
})

test('a picked file is known by its format and size', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const create = { width: 64, height: 48, channels: 3, background: '#d01010' } as const
    const file = await sharp({ create }).toFormat(format).toBuffer()
    expect(await readPicked(blobOf(file))).toEqual({ format, bytes: file.length })
  }
})

test.each([
  ['a text named .png', new File(['hola'], 'logo.png', { type: 'image/png' }), UNSUPPORTED],
  ['nothing', new Blob([]), UNSUPPORTED],
  ['a drawing', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), UNSUPPORTED],
  ['11 MB of nothing', new Blob([new Uint8Array(11 * MB)]), UNSUPPORTED],
])('%s is refused with a sentence where nothing draws it', async (_, file, sentence) => {
  const unknown = (await readPicked(file)) as PickedFile
  expect([openingFault(unknown), sendingFault(unknown)]).toEqual([sentence, sentence])
})

test('a file that was removed after it was picked is refused', async () => {
  const gone = { size: 5, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) }
  expect(await readPicked(gone as unknown as Blob)).toBe(DAMAGED)
})

test.each([
  ['a damaged photo', picked(4), DAMAGED],
  ['a photo of 200 megapixels', picked(80), TOO_LARGE],
  ['a photo of an iPhone', picked(2, 'heic'), HEIC_ADVICE],
])('what the browser cannot open is explained: %s', (_, file, sentence) => {
  expect(openingFault(file)).toBe(sentence)
})

test('what is sent as it is keeps its limit, whose excess never reads like the limit', async () => {
  const atLimit = { ...picked(0), bytes: LIMITS.imageBytesMax }
  expect(sendingFault(atLimit)).toBeUndefined()
  const why = 'Tu navegador no permite achicarla antes de enviarla.'
  expect(sendingFault({ ...atLimit, bytes: LIMITS.imageBytesMax + 1 })).toBe(
    `La imagen pesa 10,1 MB. El máximo es 10 MB. ${why}`,
  )
  expect(sendingFault(picked(14))).toBe(`La imagen pesa 14 MB. El máximo es 10 MB. ${why}`)
  const heic = (await readPicked(blobOf(isoFile('heic', 'mif1')))) as PickedFile
  expect(sendingFault(heic)).toBe(HEIC_ADVICE)
})
