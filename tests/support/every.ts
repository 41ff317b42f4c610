import { expect, test } from 'vitest'

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

type Cells<Row> = Row extends readonly unknown[] ? [...Row] : [Row]

/** As `test.each`, but one test of the whole table. */
export const testTable =
  <const Row>(rows: readonly Row[]) =>
  (title: string, check: (...cells: Cells<Row>) => unknown): void =>
    test(title, async () => {
      for (const row of rows) {
        const cells = (Array.isArray(row) ? row : [row]) as unknown as Cells<Row>
        try {
          await check(...cells)
        } catch (cause) {
          throw new Error(`row ${JSON.stringify(row)}`, { cause })
        }
      }
    })
