import sharp from 'sharp'
import { titled } from '../charts/chart-style.ts'
import { loadFont, chartPictureOf } from '../charts/chart-picture.ts'

/** Runs without system fonts; prints the dark pixels of each word, with or without the bundled font, as JSON. */
const WORDS = ['iiii', 'WWWW', 'ouao', 'óúäö', '1234']

async function inkOf(text: string): Promise<number> {
  const picture = await chartPictureOf({ animation: false, title: titled(text, undefined) })
  const grey = await sharp(picture).greyscale().toColourspace('b-w').raw().toBuffer()
  return grey.filter((level) => level < 128).length
}

if (process.argv[2] === 'with') await loadFont()
const ink: Record<string, number> = {}
for (const word of WORDS) ink[word] = await inkOf(word)
console.log(JSON.stringify(ink))
