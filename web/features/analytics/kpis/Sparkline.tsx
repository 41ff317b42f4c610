import { memo } from 'react'
import { areaPath, SPARK_HEIGHT, SPARK_WIDTH, sparklinePath, unfinishedPaths } from './sparkline.ts'

interface SparklineProps {
  readonly values: readonly number[]
  readonly token: string
  /** Name of the last period if it is not over. */
  readonly unfinished: string | undefined
}

const STROKE = { fill: 'none', strokeWidth: '1.75', vectorEffect: 'non-scaling-stroke' } as const

export const Sparkline = memo(function Sparkline({ values, token, unfinished }: SparklineProps) {
  const line = sparklinePath(values)
  const [whole, open] = unfinished === undefined ? [line, undefined] : unfinishedPaths(values)
  const stroke = `var(${token})`
  return (
    <div className="absolute inset-x-0 bottom-0 flex h-10 flex-col">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
        preserveAspectRatio="none"
        className="min-h-0 w-full flex-1"
      >
        <path d={areaPath(line)} fill={stroke} opacity=".13" />
        <path {...STROKE} d={whole} stroke={stroke} />
        {open !== undefined && <path {...STROKE} d={open} stroke={stroke} strokeDasharray="2 4" />}
      </svg>
      {unfinished !== undefined && (
        <span
          aria-hidden="true"
          className="pr-2.5 pb-1.5 text-right text-micro leading-none text-ink-2"
          style={{ background: `color-mix(in srgb, ${stroke} 13%, transparent)` }}
        >
          {unfinished}
        </span>
      )}
    </div>
  )
})
