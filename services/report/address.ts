const LETTERS = 26

const columnName = (index: number): string =>
  (index < LETTERS ? '' : columnName(Math.floor(index / LETTERS) - 1)) +
  String.fromCharCode(65 + (index % LETTERS))

/** `A1` is row 0, column 0. */
export const addressOf = (row: number, column: number): string => `${columnName(column)}${row + 1}`
