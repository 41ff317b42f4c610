import { PROJECTIONS } from '@app/projections/projections.ts'
import type { Figures, BenchContext } from '../part.ts'
import { tableSizes, type TableSize } from '../product/table-sizes.ts'
import { buildSeconds, runOps } from './ops.ts'
import type { SizedProduct } from './sized-product.ts'

/** Measured once a run: either takes minutes or does not change. */
export interface Once {
  readonly figures: Readonly<Record<string, Figures>>
  readonly tables: readonly TableSize[]
}

const MICROS = 1_000_000

export const WHOLE_LOG: Readonly<Record<string, string>> = {
  verify: '`ops verify`',
  ...Object.fromEntries(
    PROJECTIONS.map(({ name }) => [`build_${name}`, `read model ${name}, built anew and compared`]),
  ),
}

export const ON_DISK: Readonly<Record<string, string>> = {
  log: 'the log, on disk',
  models: 'the read models, on disk',
}

export async function measureOnce(context: BenchContext, sized: SizedProduct): Promise<Once> {
  const { events } = sized.manifest
  const tables = await tableSizes(
    sized.client,
    PROJECTIONS.map(({ name }) => name),
  )
  const bytesOf = (wanted: (size: TableSize) => boolean): Figures => ({
    bytes: tables.filter(wanted).reduce((sum, { bytes }) => sum + bytes, 0) / events,
  })
  const timed = (seconds: number): Figures => ({ seconds, perEvent: (seconds * MICROS) / events })
  sized.say('ops verify')
  const verified = await runOps(context, sized.env, ['verify'])
  const builds = Object.entries(buildSeconds(verified)).map(([name, seconds]) => [
    `build_${name}`,
    timed(seconds),
  ])
  sized.say(`verified in ${Math.round(verified.seconds)} s`)
  return {
    figures: {
      ...(Object.fromEntries(builds) as Record<string, Figures>),
      verify: timed(verified.seconds),
      log: bytesOf(({ table }) => table === 'log.events'),
      models: bytesOf(({ table }) => table !== 'log.events'),
    },
    tables,
  }
}
