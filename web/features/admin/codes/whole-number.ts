/** The typed text as a whole number from 1 on; blank means 1. */
export function wholeNumber(typed: string, max: number): number | undefined {
  const text = typed.trim()
  if (text === '') return 1
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : undefined
}
