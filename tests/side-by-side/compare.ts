import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { differencesOfAnswers, isAllowed } from './differences.ts'
import { differencesOfPictures, takePictures } from './pictures.ts'
import { startProduct, type Product } from './product.ts'
import { createReplay, type Recorded } from './replay.ts'
import { LAST, OF_PEOPLE } from './requests-of-people.ts'
import { READS, WRITES } from './requests-of-administration.ts'
import { SEED } from './seed.ts'

/**
 * Runs two checkouts of the product, one after the other, on the same port, and prints what differs. What could differ
 * by chance is steered (product.ts: the clock; replay.ts: work in the background) or replaced (without-chance.ts).
 */

const USAGE = `node --import tsx tests/side-by-side/compare.ts BASE OTHER
  --out FOLDER               answers and pictures of both sides, and pictures of differences
  --reuse                    what the folder has of BASE stands for it
  --allow FILE               expected lines, in which * stands for any text
  --only requests|pictures`
const ROWS = [...SEED, ...OF_PEOPLE, ...READS, ...WRITES, ...LAST]

async function withProduct<Result>(
  checkout: string,
  work: (product: Product) => Promise<Result>,
  more: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const product = await startProduct(checkout, more)
  try {
    return await work(product)
  } finally {
    await product.stop()
  }
}

type Recording = (checkout: string, file: string) => Promise<void>

const recordAnswers: Recording = (checkout, file) =>
  withProduct(checkout, async (product) => {
    const answers = await createReplay(product).play(ROWS)
    await writeFile(file, JSON.stringify(answers, null, 1))
  })

/** On a new data folder, so that no request shows in them; seals come in real time, so there are none. */
const recordPictures: Recording = (checkout, folder) => {
  const takeAll = async (product: Product): Promise<void> => {
    const replay = createReplay(product)
    await replay.play(SEED)
    await takePictures(product, replay, folder)
  }
  return withProduct(checkout, takeAll, { SEAL: 'off' })
}

const answersIn = async (file: string): Promise<readonly Recorded[]> =>
  JSON.parse(await readFile(file, 'utf8')) as readonly Recorded[]

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      allow: { type: 'string' },
      out: { type: 'string' },
      only: { type: 'string' },
      reuse: { type: 'boolean' },
    },
  })
  const [base, other] = positionals
  if (base === undefined || other === undefined) {
    console.error(USAGE)
    return 2
  }
  const out = values.out ?? join(tmpdir(), 'side-by-side')
  await mkdir(out, { recursive: true })
  const recordBoth = async (
    record: Recording,
    ...[ofBase, ofOther]: readonly [string, string]
  ): Promise<void> => {
    if (!values.reuse || !existsSync(ofBase)) await record(base, ofBase)
    await record(other, ofOther)
  }
  const differences: string[] = []
  if (values.only !== 'pictures') {
    const files = [join(out, 'base.json'), join(out, 'other.json')] as const
    await recordBoth(recordAnswers, ...files)
    const [ofBase, ofOther] = await Promise.all([answersIn(files[0]), answersIn(files[1])])
    console.error(`${ofBase.length} requests, the seed's among them`)
    differences.push(...differencesOfAnswers(ofBase, ofOther, out))
  }
  if (values.only !== 'requests') {
    await recordBoth(recordPictures, join(out, 'base'), join(out, 'other'))
    differences.push(...(await differencesOfPictures(out)))
  }
  const allowed = values.allow === undefined ? [] : (await readFile(values.allow, 'utf8')).split('\n')
  const left = differences.filter((line) => !isAllowed(line, allowed))
  for (const line of left) console.log(line)
  console.error(
    `${left.length} differences, and ${differences.length - left.length} that are allowed; see ${out}`,
  )
  return left.length === 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.exitCode = await main()
