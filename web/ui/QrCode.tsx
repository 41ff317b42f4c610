import qrcode from 'qrcode'
import { useMemo } from 'react'

/** Scanners want four light modules around it. */
const QUIET = 4

/** Up to 15 % of it may be damaged. */
const matrixOf = (text: string) => qrcode.create(text, { errorCorrectionLevel: 'M' }).modules

export const modulesOf = (text: string): number => matrixOf(text).size + 2 * QUIET

/** Dark modules as one path within a square of `side` modules. */
export function qrDrawingOf(text: string): { readonly side: number; readonly path: string } {
  const matrix = matrixOf(text)
  const { size } = matrix
  const bars: string[] = []
  for (let row = 0; row < size; row += 1) {
    let from = 0
    for (let column = 0; column <= size; column += 1) {
      if (column < size && matrix.get(row, column) === 1) continue
      const length = column - from
      if (length > 0) bars.push(`M${from + QUIET} ${row + QUIET}h${length}v1h-${length}z`)
      from = column + 1
    }
  }
  return { side: size + 2 * QUIET, path: bars.join('') }
}

/** Black on white in every theme. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
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
