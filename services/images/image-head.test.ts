import { expect, test } from 'vitest'
import { checkHead } from './image-head.ts'
import { interlacedHead } from './testing/sample-pictures.ts'

test('a picture of 16 bits a channel counts as twice the memory of one of 8 [LIM-9]', async () => {
  await expect(checkHead(interlacedHead(6_000, 8))).resolves.toBeUndefined()
  await expect(checkHead(interlacedHead(6_000, 16))).rejects.toMatchObject({
    code: 'image-too-large',
    message: expect.stringMatching(/como JPEG/) as string,
  })
})
