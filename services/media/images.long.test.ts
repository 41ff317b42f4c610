import sharp from 'sharp'
import { IMAGE_KINDS, type ImageKind } from '@app/contracts/profiles.ts'
import { IMAGE_WIDTHS, type ImageRendition, type RenderedImage } from '@app/contracts/fields/pictures.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { renderImage } from './make-renditions.ts'
import { testTable } from '../../tests/support/every.ts'
import { halves, logo, noise, pngBomb } from './testing/sample-pictures.ts'

const MIB = 1024 * 1024
const namesOf = ({ renditions }: RenderedImage): readonly string[] => renditions.map(({ name }) => name)

function named({ renditions }: RenderedImage, name: string): ImageRendition {
  const found = renditions.find((rendition) => rendition.name === name)
  if (found === undefined) throw new Error(`no rendition ${name}`)
  return found
}

/** Colours of a pixel at fractions of width and height. */
async function pixel({ bytes }: ImageRendition, x: number, y: number): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [...data.subarray(at, at + info.channels)]
}
const isRed = ([r = 0, g = 0, b = 0]: readonly number[]) => r > 150 && g < 80 && b < 80
const isBlue = ([r = 0, g = 0, b = 0]: readonly number[]) => b > 150 && r < 80 && g < 80

describe('the renditions of a picture', () => {
  const made = {} as Record<ImageKind, RenderedImage>
  beforeAll(async () => {
    const photo = await halves(1_800, 1_200).jpeg().toBuffer()
    for (const kind of IMAGE_KINDS) made[kind] = await renderImage(photo, kind)
  })

  testTable(IMAGE_KINDS)('have the sizes of the pages for each kind', (kind) => {
    const widths = IMAGE_WIDTHS[kind].map((width) => `w${width}`)
    const square = kind === 'profile-image' ? ['square'] : []
    expect(namesOf(made[kind])).toEqual([...widths, ...square])
    const { width, height } = named(made[kind], widths.at(-1)!)
    expect([made[kind].width, made[kind].height]).toEqual([width, height])
    if (kind !== 'background-image') return
    const sizes = made[kind].renditions.map((one) => [one.width, one.height])
    expect(sizes).toEqual([
      [720, 1_280],
      [1_080, 1_920],
      [1_600, 1_067],
    ])
  })

  test('have their declared format and size, and only pixels [ACC-19]', async () => {
    for (const { name, contentType, width, height, bytes } of IMAGE_KINDS.flatMap(
      (k) => made[k].renditions,
    )) {
      const { exif, icc, xmp, iptc, ...found } = await sharp(bytes).metadata()
      expect({ name, ...found }).toMatchObject({
        name,
        format: contentType.slice('image/'.length),
        width,
        height,
        space: 'srgb',
      })
      expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
    }
  })
})

test('an upload is accepted as: each format that is known by its bytes', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const image = await renderImage(await halves(300, 300).toFormat(format).toBuffer(), 'profile-image')
    const [left, right] = [
      await pixel(named(image, 'w112'), 0.1, 0.5),
      await pixel(named(image, 'w112'), 0.9, 0.5),
    ]
    expect([format, isRed(left), isBlue(right)]).toEqual([format, true, true])
  }
})

test('an upload is accepted as: a photo, turned upright by its orientation and without its location [ACC-19]', async () => {
  const turned = await halves(800, 400)
    .withMetadata({
      orientation: 6,
      exif: { IFD0: { Model: 'Cámara de Ana' }, IFD3: { GPSLatitude: '33/1 26/1 0/1' } },
    })
    .jpeg()
    .toBuffer()
  expect((await sharp(turned).metadata()).orientation).toBe(6)
  const background = await renderImage(turned, 'background-image')
  const whole = named(background, 'w1600')
  expect([whole.width, whole.height]).toEqual([400, 800])
  expect([isRed(await pixel(whole, 0.5, 0.1)), isBlue(await pixel(whole, 0.5, 0.9))]).toEqual([true, true])
  for (const { bytes } of background.renditions) {
    expect(bytes.includes('Exif')).toBe(false)
    expect(bytes.includes('Ana')).toBe(false)
  }
})

test('an upload is accepted as: a transparent logo, which stays transparent', async () => {
  const image = await renderImage(await logo().png().toBuffer(), 'company-logo')
  const large = named(image, 'w420')
  expect([large.width, large.height]).toEqual([420, 140])
  expect((await pixel(large, 0.9, 0.5))[3]).toBe(0)
  expect(isRed(await pixel(large, 1 / 6, 0.5))).toBe(true)
})

test('an upload is accepted as: a wide gamut, grey, 16 bits a channel and CMYK, all converted to sRGB', async () => {
  const sources = [
    halves(200, 200).withIccProfile('p3').jpeg(),
    halves(200, 200).greyscale().jpeg(),
    halves(200, 200).toColourspace('rgb16').png(),
    halves(200, 200).toColourspace('cmyk').jpeg(),
  ]
  for (const source of sources) {
    const image = await renderImage(await source.toBuffer(), 'profile-image')
    const { space, channels, depth } = await sharp(named(image, 'square').bytes).metadata()
    expect([space, channels, depth]).toEqual(['srgb', 3, 'uchar'])
  }
})

const refused = (bytes: Buffer) =>
  renderImage(bytes, 'profile-image').then(
    () => 'taken',
    (error: unknown) => error,
  )

testTable(['jpeg', 'png', 'webp', 'avif'] as const)(
  'an upload is refused: a picture without its end',
  async (format) => {
    const whole = await noise(300, 300)
      .toFormat(format, { progressive: format === 'jpeg' })
      .toBuffer()
    for (const part of [0.02, 0.5, 0.9])
      expect(await refused(whole.subarray(0, whole.length * part))).toMatchObject({
        code: 'unsupported-image',
      })
  },
)

test('an upload is refused: a strip', async () => {
  expect(await refused(await halves(4_000, 10).png().toBuffer())).toMatchObject({
    code: 'unsupported-image',
  })
})

test('an upload is refused: a decompression bomb, at once and without memory [LIM-9]', async () => {
  const bomb = pngBomb(30_000)
  expect(bomb.length).toBeLessThan(MIB)
  const [before, used] = [process.memoryUsage().rss, process.cpuUsage()]
  expect(await refused(bomb)).toMatchObject({ code: 'image-too-large' })
  expect(process.cpuUsage(used).user / 1_000).toBeLessThan(1_000)
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * MIB)
})

test('an upload is refused: a picture with few pixels whose decoding exceeds the memory limit [LIM-9]', async () => {
  const hungry = await sharp({
    create: { width: 6_000, height: 5_000, channels: 3, background: '#d01010' },
  })
    .avif({ effort: 0 })
    .toBuffer()
  const before = process.memoryUsage().rss
  expect(await refused(hungry)).toMatchObject({
    code: 'image-too-large',
    message: expect.stringMatching(/como JPEG/) as string,
  })
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * MIB)
})
