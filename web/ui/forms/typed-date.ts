const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const CENTURY = 2_000

/** Day first, as people write it here; year first only where it has four digits, as programs write it. */
const SHAPES = [
  /^(?<day>\d{1,2})[-/. ]+(?<month>\d{1,2})[-/. ]+(?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[-/. ]+(?:de )?(?<month>[a-z]{3,})\.?[-/. ]+(?:de )?(?<year>\d{4}|\d{2})$/,
] as const

function monthOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3)) + 1
}

/** `26-11-2026`, `26/11/26`, `26 nov 2026` → `2026-11-26`; undefined where that is no day. */
export function typedDay(typed: string): string | undefined {
  const text = typed.trim().toLowerCase()
  const found = SHAPES.map((shape) => shape.exec(text)?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return undefined
  const { day = '', month = '', year = '' } = found
  const fullYear = year.length === 2 ? CENTURY + Number(year) : Number(year)
  const utc = new Date(Date.UTC(fullYear, monthOf(month) - 1, Number(day)))
  const exists = utc.getUTCDate() === Number(day) && utc.getUTCMonth() === monthOf(month) - 1
  return exists && utc.getUTCFullYear() === fullYear ? utc.toISOString().slice(0, 10) : undefined
}
