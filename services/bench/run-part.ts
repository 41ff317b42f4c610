import { inspect } from 'node:util'
import { circumstancesOf } from './report/circumstances.ts'
import type { Closing } from './product/closing.ts'
import { outcomesOf } from './report/outcome.ts'
import type { Figures, Metric, BenchPart, BenchContext } from './part.ts'
import { aimCells, failedSectionOf, sectionOf } from './report/report.ts'
import { runRounds, type RoundsPlan } from './report/rounds.ts'

export interface PartRun {
  readonly section: string
  readonly failed: boolean
}

export interface RunOptions {
  readonly root: string
  readonly rounds: number
  readonly machine: Pick<RoundsPlan, 'untilQuiet' | 'watchLoad' | 'isTooLoaded'>
}

const REPEATS_MAX = 2

export async function runPart(part: BenchPart, context: BenchContext, options: RunOptions): Promise<PartRun> {
  const circumstances = circumstancesOf(options.root, part, context.server, new Date())
  try {
    const { measured, information } = await measureAll(part, context, options)
    for (const outcome of outcomesOf(part, measured.rounds))
      context.say(`${part.name} · ${aimCells(part.metrics, outcome).join(' · ')}`)
    return { section: sectionOf(part, measured, circumstances, information), failed: false }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    context.say(`${part.name} · failed: ${inspect(error)}`)
    const anonymous = reason.replaceAll(context.folder, '…').replaceAll(options.root, '…')
    return { section: failedSectionOf(part, anonymous, circumstances), failed: true }
  }
}

async function measureAll(part: BenchPart, context: BenchContext, { rounds, machine }: RunOptions) {
  context.say(`${part.name} · making ready`)
  const bench = await part.open(context)
  const measured = await runRounds({
    variants: part.variants.map(({ name }) => name),
    rounds,
    repeatsMax: REPEATS_MAX,
    measure: (variant) => part.measure(bench, variant),
    ...machine,
    onMeasured: (round, variant, figures) =>
      context.say(
        `${part.name} · round ${round}/${rounds} · ${variant}: ${figuresText(part.metrics, figures)}`,
      ),
    onRepeat: (round, { othersCores, average }) =>
      context.say(
        `${part.name} · round ${round} again: others used ${othersCores?.toFixed(2) ?? '?'} cores, load ${average.toFixed(1)}`,
      ),
  })
  return { measured, information: (await part.information?.(bench)) ?? [] }
}

const figuresText = (metrics: readonly Metric[], figures: Figures): string =>
  metrics
    .filter(({ name }) => figures[name] !== undefined)
    .map(({ name, title, digits }) => `${figures[name]!.toFixed(digits)} ${title}`)
    .join(', ')

/** Closes what the part opened before the next part starts. */
export async function withClosing<Result>(
  all: Closing,
  own: Closing,
  work: () => Promise<Result>,
): Promise<Result> {
  all.add(own.closeAll)
  try {
    return await work()
  } finally {
    await own.closeAll()
  }
}
