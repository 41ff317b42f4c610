import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { differencesOfPictures, takePictures } from './pictures.ts'
import { startProduct } from './product.ts'
import { createReplay } from './replay.ts'
import { ALL, SEED } from './requests.ts'

/**
 * Runs two checkouts of the product, one after the other, on the same port, and prints what differs. What could differ
 * by chance is steered (product.ts: the clock) or replaced (replay.ts). The rest is read by a person.
 */

const USAGE = `node --import tsx tests/side-by-side/compare.ts BASE OTHER --out FOLDER
  leaves answers and pictures of both sides in the folder`
const LINE_CHARS_MAX = 240
const BYTES_MAX = 2 ** 28

/** Pictures first, so that no request but the seed's shows in them. */
async function record(checkout: string, side: string): Promise<void> {
  const product = await startProduct(checkout)
  try {
    const replay = createReplay(product)
    const seeded = await replay.play(SEED)
    await takePictures(product, replay, side)
    const answers = [...seeded, ...(await replay.play(ALL.slice(SEED.length)))]
    // The name begins a line, so that git names it before each difference below.
    const texts = answers.map(
      ({ name, answer }) => `${name}\n ${JSON.stringify(answer, null, 1).replaceAll('\n', '\n ')}\n`,
    )
    await writeFile(`${side}.txt`, texts.join(''))
  } finally {
    await product.stop()
  }
}

/** One line each, in the order of the requests. */
function differencesOfAnswers(files: readonly string[]): readonly string[] {
  const args = ['diff', '--no-index', '--unified=0', ...files]
  const { stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: BYTES_MAX })
  const [, ...hunks] = stdout.split(/^@@ .*? @@ ?/m)
  return hunks.map((hunk) =>
    hunk.trimEnd().replace('\n', ': ').replaceAll(/\n\s*/g, ' ').slice(0, LINE_CHARS_MAX),
  )
}

async function main(): Promise<number> {
  const options = { out: { type: 'string' } } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const [base, other] = positionals
  if (base === undefined || other === undefined || values.out === undefined) {
    console.error(USAGE)
    return 2
  }
  const sides = ['base', 'other'].map((side) => join(values.out!, side))
  await mkdir(values.out, { recursive: true })
  for (const [place, checkout] of [base, other].entries()) await record(checkout, sides[place]!)
  const answers = differencesOfAnswers(sides.map((side) => `${side}.txt`))
  const differences = [...answers, ...(await differencesOfPictures(sides))]
  for (const line of differences) console.log(line)
  return differences.length === 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.exitCode = await main()
