import { expect } from 'vitest'

/** A table within one test: a failure names its row. */
export function every<Value>(
  rows: readonly (readonly [name: string, value: Value])[],
  check: (value: Value, name: string) => void,
): void {
  for (const [name, value] of rows) expect(() => check(value, name), name).not.toThrow()
}

/** As `every`, with rows that name themselves. */
export const everyRow = <Row>(rows: readonly Row[], check: (row: Row) => void): void =>
  every(
    rows.map((row) => [JSON.stringify(row), row] as const),
    check,
  )
