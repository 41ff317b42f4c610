import { HEIC_ADVICE } from '@app/contracts/fields/pictures.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DAMAGED, openingFault, readPicked, type PickedFile } from './use-image-upload.ts'

const blobOf = (file: Buffer): Blob => new Blob([Uint8Array.from(file)])
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

test('what the browser cannot open, or what was removed after it was picked, is explained', async () => {
  const gone = { size: 5, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) }
  expect(await readPicked(gone as unknown as Blob)).toBe(DAMAGED)
  const faults = [picked(4), picked(80), picked(2, 'heic')].map(openingFault)
  expect(faults).toEqual([DAMAGED, TOO_LARGE, HEIC_ADVICE])
})
