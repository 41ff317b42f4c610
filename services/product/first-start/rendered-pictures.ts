import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMAGE_KINDS, type ImageKind } from '@app/contracts/profiles.ts'
import type { RenderedImage } from '@app/contracts/fields/pictures.ts'
import type { Images } from '../../media/images.ts'

const DRAWINGS: Readonly<Record<ImageKind, string>> = {
  'profile-image': 'portrait.svg',
  'company-logo': 'logo.svg',
  'background-image': 'cover.svg',
}

async function renderDemoPicture(
  images: Pick<Images, 'draw' | 'render'>,
  kind: ImageKind,
): Promise<RenderedImage> {
  const drawing = await readFile(new URL(`./demo-pictures/${DRAWINGS[kind]}`, import.meta.url), 'utf8')
  return images.render(await images.draw({ svg: drawing }), kind)
}

const fileOf = (folder: string, kind: ImageKind): string => join(folder, `${kind}.json`)

export async function writeDemoPictures(
  folder: string,
  images: Pick<Images, 'draw' | 'render'>,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const kind of IMAGE_KINDS) {
    const image = await renderDemoPicture(images, kind)
    const renditions = image.renditions.map((one) => ({ ...one, bytes: one.bytes.toString('base64') }))
    await writeFile(fileOf(folder, kind), JSON.stringify({ ...image, renditions }))
  }
}

type Written = Omit<RenderedImage, 'renditions'> & {
  readonly renditions: readonly (Omit<RenderedImage['renditions'][number], 'bytes'> & {
    readonly bytes: string
  })[]
}

export async function readDemoPicture(folder: string, kind: ImageKind): Promise<RenderedImage> {
  const image = JSON.parse(await readFile(fileOf(folder, kind), 'utf8')) as Written
  const renditions = image.renditions.map((one) => ({ ...one, bytes: Buffer.from(one.bytes, 'base64') }))
  return { ...image, renditions }
}
