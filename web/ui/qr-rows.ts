import qrcode from 'qrcode'

/** Dark modules that follow each other in a row. */
interface Run {
  readonly row: number
  readonly from: number
  readonly length: number
}
export interface QrRows {
  /** Modules on a side. */
  readonly size: number
  readonly runs: readonly Run[]
}

/** Up to 15 % of it may be damaged. The paper around it is the caller's: four modules. */
export function qrRowsOf(text: string): QrRows {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const runs: Run[] = []
  for (let row = 0; row < size; row += 1) {
    let from = 0
    for (let column = 0; column <= size; column += 1) {
      if (column < size && modules.get(row, column) === 1) continue
      if (column > from) runs.push({ row, from, length: column - from })
      from = column + 1
    }
  }
  return { size, runs }
}
