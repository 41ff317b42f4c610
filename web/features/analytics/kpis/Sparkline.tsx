import { memo } from 'react'
import { areaPath, SPARK_HEIGHT, SPARK_WIDTH, sparklinePath } from './sparkline.ts'

interface SparklineProps {
  readonly values: readonly number[]
  readonly token: string
}

export const Sparkline = memo(function Sparkline({ values, token }: SparklineProps) {
  const line = sparklinePath(values)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      preserveAspectRatio="none"
      className="absolute inset-x-0 bottom-0 h-10 w-full"
    >
      <path d={areaPath(line)} fill={`var(${token})`} opacity=".13" />
      <path
        d={line}
        fill="none"
        stroke={`var(${token})`}
        strokeWidth="1.75"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
})
