import { useMemo } from 'react'
import { qrRowsOf } from '../../../ui/qr-rows.ts'

/** Scanners want four light modules around it. */
const QUIET = 4

export const modulesOf = (text: string): number => qrRowsOf(text).size + 2 * QUIET

/** Dark modules as one path within a square of `side` modules. */
export function qrDrawingOf(text: string): { readonly side: number; readonly path: string } {
  const { size, runs } = qrRowsOf(text)
  const bars = runs.map(({ row, from, length }) => `M${from + QUIET} ${row + QUIET}h${length}v1h-${length}z`)
  return { side: size + 2 * QUIET, path: bars.join('') }
}

interface QrCodeProps {
  readonly text: string
  /** What it is, for whoever does not see it. */
  readonly label: string
}

/** Black on white, whatever the theme is. */
export function QrCode({ text, label }: QrCodeProps) {
  const { side, path } = useMemo(() => qrDrawingOf(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="forced-color-adjust-none"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
