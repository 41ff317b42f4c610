import { HEIC_ADVICE } from '@app/contracts/fields/image-format.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { expect, test } from 'vitest'
import { DAMAGED, fileFaultOf } from './picked-file.ts'

const bytes = (text: string): Blob => new Blob([Uint8Array.from(text, (sign) => sign.charCodeAt(0))])
const UNSUPPORTED = 'Usa una imagen JPG, PNG, WebP o AVIF.'

test.each([
  ['a JPEG', bytes('\xFF\xD8\xFF\xE0')],
  ['a PNG', bytes('\x89PNG\r\n\x1A\n')],
  ['a WebP', bytes('RIFF\0\0\0\0WEBPVP8 ')],
  ['an AVIF', bytes('\0\0\0\x14ftypavif\0\0\0\0mif1')],
])('%s may be sent', async (_, file) => {
  expect(await fileFaultOf(file)).toBeUndefined()
})

test.each([
  ['a text named .png', new File(['hola'], 'logo.png', { type: 'image/png' }), UNSUPPORTED],
  ['nothing', new Blob([]), UNSUPPORTED],
  ['a drawing', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), UNSUPPORTED],
  ['a photo of an iPhone', bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), HEIC_ADVICE],
])('%s is refused with a sentence', async (_, file, sentence) => {
  expect(await fileFaultOf(file)).toBe(sentence)
})

test('a file over the limit is refused with its size, which never reads like the limit', async () => {
  const limit = new Uint8Array(LIMITS.imageBytesMax + 1)
  expect(await fileFaultOf(new Blob([limit, new Uint8Array(1024 * 1024 - 1)]))).toBe(
    'La imagen pesa 11 MB. El máximo es 10 MB.',
  )
  expect(await fileFaultOf(new Blob([limit]))).toBe('La imagen pesa 10,1 MB. El máximo es 10 MB.')
})

test('a file that was removed after it was picked is refused', async () => {
  const gone = { size: 5, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) }
  expect(await fileFaultOf(gone as unknown as Blob)).toBe(DAMAGED)
})
