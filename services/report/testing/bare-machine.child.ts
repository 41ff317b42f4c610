import sharp from 'sharp'
import { titled } from '../charts/chart-style.ts'
import { bringFont, chartPictureOf } from '../charts/chart-picture.ts'

/** Started where no font is to be found: how much ink words leave, with the font brought along or without, as JSON. */
const WORDS = ['iiii', 'WWWW', 'ouao', 'óúäö', '1234']

async function inkOf(text: string): Promise<number> {
  const picture = await chartPictureOf({ animation: false, title: titled(text, undefined) })
  const grey = await sharp(picture).greyscale().toColourspace('b-w').raw().toBuffer()
  return grey.filter((level) => level < 128).length
}

if (process.argv[2] === 'with') await bringFont()
const ink: Record<string, number> = {}
for (const word of WORDS) ink[word] = await inkOf(word)
console.log(JSON.stringify(ink))
