import { HEIC_ADVICE } from '@app/contracts/fields/pictures.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sizeAdvice } from './CropDialog.tsx'
import { cutOf, DAMAGED, isSmall, middleOf, openingFault, readPicked, shrunk, stageOf } from './picture.ts'
import type { PickedFile } from './picture.ts'

const PHOTO = { width: 4_000, height: 3_000 }
const PORTRAIT = { aspect: 1, opensWhole: false }
const LOGO = { aspect: 4 / 3, opensWhole: true }

test('the frame begins as large as the picture allows, in its middle, or around a whole logo, of which nothing is padded', () => {
  const stage = stageOf(PHOTO, PORTRAIT)
  expect(cutOf(middleOf(stage, 1), stage, PHOTO)).toEqual({ x: 500, y: 0, width: 3_000, height: 3_000 })
  const upright = middleOf(stage, 9 / 16)
  expect(cutOf(upright, stage, PHOTO)).toEqual({ x: 1_156, y: 0, width: 1_688, height: 3_000 })
  for (const [width, height] of [
    [1_200, 100],
    [90, 800],
    [400, 300],
  ] as const) {
    const around = stageOf({ width, height }, LOGO)
    expect(around.width / around.height).toBeCloseTo(4 / 3)
    const cut = cutOf(middleOf(around, 4 / 3), around, { width, height })
    expect(cut).toEqual({ x: 0, y: 0, width, height })
  }
})

test('a sent picture is made smaller in its shape, and never larger', () => {
  const to = { width: 1_000, height: 1_000 }
  expect(shrunk({ width: 4_000, height: 1_000 }, to)).toEqual({ width: 1_000, height: 250 })
  expect(shrunk({ width: 40, height: 30 }, to)).toEqual({ width: 40, height: 30 })
  expect(shrunk({ width: 8_000, height: 1 }, to).height).toBe(1)
})

test('a picture with too few pixels on both sides gets a notice, also if only the zoom makes it so', () => {
  const [wanted, large] = [
    { width: 420, height: 72 },
    { width: 900, height: 900 },
  ]
  const sizes = [
    { width: 420, height: 30 },
    { width: 100, height: 72 },
    { width: 419, height: 71 },
  ]
  expect(sizes.map((size) => isSmall(size, wanted))).toEqual([false, false, true])
  const small = { width: 300, height: 71 }
  expect(sizeAdvice(large, large, wanted)).toBeUndefined()
  expect(sizeAdvice(small, small, wanted)).toBe('La imagen es muy pequeña. Usa al menos 420 × 72.')
  expect(sizeAdvice(small, large, wanted)).toBe('Tan de cerca se verá borrosa. Aleja la imagen.')
})

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
