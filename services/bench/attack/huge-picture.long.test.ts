import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hugePicture } from './huge-picture.ts'

test('a huge picture is small in its file, and interlaced', async () => {
  const bytes = hugePicture()
  expect(bytes.length).toBeLessThan(200_000)
  const { format, width, height, isProgressive } = await sharp(bytes).metadata()
  expect({ format, width, height, isProgressive }).toEqual({
    format: 'png',
    width: 8_000,
    height: 5_000,
    isProgressive: true,
  })
})
