// Makes the icons that browsers and phones request out of public/favicon.svg. `node web/build-icons.mjs [folder]`
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const web = fileURLToPath(new URL('.', import.meta.url))
const out = join(resolve(process.argv[2] ?? join(web, '../dist')), 'web')
const ICO_SIZES = [16, 32, 48]
/** Share that a phone may cut off on each side of a maskable icon. */
const MASKABLE_MARGIN = 0.1

const svg = await readFile(join(web, 'public/favicon.svg'), 'utf8')
const square = svg.replace(/ rx="7"/, '')
const ground = /fill="(#[0-9A-F]{6})"/i.exec(svg)[1]

const png = (source, size) =>
  sharp(Buffer.from(source), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()

async function maskable(size) {
  const margin = Math.round(size * MASKABLE_MARGIN)
  const inner = await png(square, size - 2 * margin)
  const around = { top: margin, bottom: margin, left: margin, right: margin, background: ground }
  return sharp(inner).extend(around).png({ compressionLevel: 9 }).toBuffer()
}

function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { size, bytes }] of images.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(bytes.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, ...images.map(({ bytes }) => bytes)])
}

const icoImages = await Promise.all(ICO_SIZES.map(async (size) => ({ size, bytes: await png(svg, size) })))
await mkdir(out, { recursive: true })
await Promise.all([
  writeFile(join(out, 'favicon.ico'), ico(icoImages)),
  writeFile(join(out, 'apple-touch-icon.png'), await png(square, 180)),
  writeFile(join(out, 'icon-192.png'), await png(svg, 192)),
  writeFile(join(out, 'icon-512.png'), await png(svg, 512)),
  writeFile(join(out, 'icon-maskable-512.png'), await maskable(512)),
])
